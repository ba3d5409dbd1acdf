import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, type Request, test } from "@playwright/test";
import { encode } from "uqr";
import { claimLink } from "#lib/core/claim-code.ts";
import { lookOver } from "./look-over.ts";
import { addCard, becomeIssuer, enterWallet, openSeeded } from "./wallet-screens.ts";

const CODE = `clm_${"0123456789abcdefghijklmnopq"}`;

// A camera that sees the code of a till, from a file: Chromium reads it before the first test begins.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const film = join(mkdtempSync(join(tmpdir(), "camera-")), "code.y4m");
    writeFileSync(film, drawFilm(claimLink("https://receipts.example", CODE)));
    const args = [
      ...(launchOptions.args ?? []),
      "--use-fake-device-for-media-stream",
      // Allows it without asking, where the page may ask at all.
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-video-capture=${film}`,
    ];
    await use({ ...launchOptions, args });
  },
});

/** Every stream that the page got. */
declare const streams: MediaStream[];

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const opened: MediaStream[] = [];
    Object.assign(globalThis, { streams: opened });
    const { mediaDevices } = navigator;
    const open = mediaDevices?.getUserMedia.bind(mediaDevices);
    if (!open) return;
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      opened.push(stream);
      return stream;
    };
  });
});

test("the camera reads the code of a till, and the picture goes nowhere", async ({ page }) => {
  await enterWallet(page);
  await addCard(page);
  const scripts: string[] = [];
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
    else if (request.method() === "POST") sent.push(request.url());
  });
  await page.goto("/wallet/claim");
  await expect(page.getByRole("button", { name: "Scan with the camera" })).toBeVisible();
  const before = scripts.length;
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await expect(page.getByLabel("Code or link")).toHaveValue(CODE);
  // The only card gets it at once. No payment has this code.
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "No receipt can be claimed with this code",
  );
  expect(scripts.length).toBeGreaterThan(before);
  expect(new Set(sent)).toEqual(new Set([new URL("/api/v1/receipts/claim", page.url()).href]));
  await expect(page.getByRole("button", { name: "Scan with the camera" })).toBeVisible();
  expect(await readTracks(page)).toEqual(["ended"]);
});

test("a wallet that another page has become is loaded again for the camera", async ({ page }) => {
  await becomeIssuer(page);
  await openSeeded(page, "/wallet");
  await addCard(page);
  await page.goto("/issuer");
  await page.getByRole("link", { name: "Wallet" }).first().click();
  await page.getByRole("link", { name: "Add a receipt" }).click();
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await expect(page.getByLabel("Code or link")).toHaveValue(CODE);
  await expect(page).toHaveURL("/wallet/claim");
});

const obstacles: [name: string, title: string][] = [
  ["NotAllowedError", "The camera is blocked for this page"],
  ["NotFoundError", "No camera was found"],
  ["NotReadableError", "The camera is in use or did not start"],
  ["TypeError", "This browser does not support the camera"],
];

test("a camera that does not start says why, and the code can be typed", async ({ page }) => {
  await enterWallet(page);
  await addCard(page);
  await page.goto("/wallet/claim");
  const scan = page.getByRole("button", { name: "Scan with the camera" });
  for (const [name, title] of obstacles) {
    await page.evaluate((reason) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", reason));
    }, name);
    await scan.click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText(title);
    await expect(page.getByRole("main").getByRole("alert")).toContainText(/[Tt]ype/);
    await expect(page.getByLabel("Code or link")).toBeEditable();
  }
  await page.evaluate(() =>
    Object.defineProperty(navigator, "mediaDevices", { value: undefined, configurable: true }),
  );
  await scan.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "This browser does not support the camera",
  );
  await lookOver(page);
});

test("a code of something else is passed over, and the camera can be stopped", async ({ page }) => {
  await enterWallet(page);
  await addCard(page);
  await page.goto("/wallet/claim");
  await scanMenu(page);
  expect(await readTracks(page)).toEqual(["live"]);
  await lookOver(page);
  await page.getByRole("button", { name: "Stop the camera" }).click();
  await expect.poll(() => readTracks(page)).toEqual(["ended"]);
  await expect(page.getByLabel("Code or link")).toHaveValue("");
});

test("a claim turns the camera off, and ends with its page", async ({ page }) => {
  await enterWallet(page);
  await addCard(page);
  // Never answered.
  await page.route("**/api/v1/receipts/claim", () => undefined);
  await page.goto("/wallet/claim");
  await scanMenu(page);
  await page.getByLabel("Code or link").fill(CODE);
  const isClaim = (request: Request) => request.url().endsWith("/api/v1/receipts/claim");
  const claimed = page.waitForRequest(isClaim);
  await page.getByRole("button", { name: "Add this receipt" }).click();
  await claimed;
  await expect.poll(() => readTracks(page)).toEqual(["ended"]);
  await expect(page.getByRole("button", { name: "Scan with the camera" })).toBeDisabled();
  const ended = page.waitForEvent("requestfailed", isClaim);
  await page.getByRole("link", { name: "Receipts", exact: true }).click();
  await ended;
});

/** The camera sees the code of a restaurant's menu. */
async function scanMenu(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(globalThis, {
      BarcodeDetector: class {
        static async getSupportedFormats() {
          return ["qr_code"];
        }
        async detect() {
          return [{ rawValue: "https://menu.example" }];
        }
      },
    });
  });
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await expect(page.getByText("That is not a receipt code.")).toBeVisible();
}

/** The state of each track that the page got: the camera is on as long as one is live. */
async function readTracks(page: Page): Promise<MediaStreamTrackState[]> {
  return await page.evaluate(() =>
    streams.flatMap((stream) => stream.getTracks().map(({ readyState }) => readyState)),
  );
}

/** One picture of a QR code, as YUV4MPEG2, which a fake camera shows again and again. */
function drawFilm(text: string): Buffer {
  const [width, height] = [640, 480];
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const scale = Math.floor(height / size);
  const luma = Buffer.alloc(width * height, 235);
  for (const [y, row] of data.entries()) {
    for (const [x, dark] of row.entries()) {
      if (!dark) continue;
      for (const line of Array(scale).keys()) {
        const start = (y * scale + line) * width + x * scale;
        luma.fill(16, start, start + scale);
      }
    }
  }
  const chroma = Buffer.alloc((width * height) / 2, 128);
  const header = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`;
  const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, chroma]);
  return Buffer.concat([Buffer.from(header), frame, frame]);
}
