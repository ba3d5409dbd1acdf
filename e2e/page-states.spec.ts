import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { listPageExamples, type PageExample } from "./page-examples.ts";
import {
  makeMember,
  type OpenRequest,
  oncePerWorker,
  signedOut,
  signIn,
  test,
} from "./signed-in.ts";
import { addCard, enterWallet } from "./wallet-screens.ts";
import { payWithCard } from "./wallet-service.ts";
import { readShifts, watchShifts } from "./watch-shifts.ts";

// Each page that there is, in each of its states, at the widths that screens have. `npm run pictures` keeps a picture
// of each in test-results/states.

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
const sizes = [
  phone,
  { width: 820, height: 1180 },
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  desk,
  { width: 1920, height: 1080 },
];

const states = ["full", "empty", "loading", "failing"] as const;
type State = (typeof states)[number];

const root = join(import.meta.dirname, "..");
const dataDir = process.env.E2E_DATA_DIR ?? "";
const takesPictures = process.env.PICTURES !== undefined;
const examples = listPageExamples();

test.use({ storageState: signedOut });

test("there is an example of each page", () => {
  expect(examples.map(({ route }) => route)).toContain("/merchant/payments/[paymentId]");
});

test.describe("each page", { tag: "@long" }, () => {
  test.beforeAll(() => {
    // There is a history of thirty days otherwise.
    if (takesPictures) return;
    execFileSync(process.execPath, ["scripts/demo.ts"], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir },
    });
  });

  for (const example of examples) {
    const { path, link } = example;
    for (const state of states.filter((one) => hasState(example, one))) {
      const name = `${path}${link === undefined ? "" : ", one of them"}, ${state}`;
      test(name, async ({ page, openRequest }) => {
        const noise = listenForNoise(page);
        await enter(page, example, state, openRequest);
        await page.setViewportSize(desk);
        const url = await findUrl(page, example);
        await watchShifts(page);
        await holdUp(page, state);
        for (const size of [phone, desk]) {
          await page.setViewportSize(size);
          await visit(page, url, state);
          const { sum, moved } = await readShifts(page);
          expect.soft(sum, `at ${size.width} moved ${moved.join("\n")}`).toBeLessThan(0.02);
        }
        for (const size of sizes) {
          await page.setViewportSize(size);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect.soft(width, `at ${size.width}`).toBe(size.width);
          if (takesPictures) await shoot(page, `${name} ${size.width}`);
        }
        await page.setViewportSize(desk);
        if (state !== "loading" && !takesPictures) await lookOver(page);
        expect(noise.filter((line) => !isExpected(line, example, state))).toEqual([]);
        await page.unrouteAll({ behavior: "ignoreErrors" });
      });
    }
  }
});

/** Where a list is empty, there is none to open; who is not signed in has no lists. */
function hasState({ viewer, link }: PageExample, state: State): boolean {
  return state !== "empty" || (viewer !== "anyone" && link === undefined);
}

const sessions = new Map<string, ReturnType<typeof signIn>>();

async function enter(
  page: Page,
  { viewer }: PageExample,
  state: State,
  openRequest: OpenRequest,
): Promise<void> {
  if (viewer === "anyone") return;
  if (viewer === "cardholder") return await enterAsCardholder(page, state);
  const { cookies } = await oncePerWorker(sessions, `${viewer} ${state === "empty"}`, async () => {
    const request = await openRequest();
    if (state === "empty") return (await makeMember(request, viewer)).state;
    const { logins } = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
    const session = await signIn(request, logins[viewer]);
    // The demo's history has none.
    const headers = { "X-Environment": "development" };
    const data = { url: "http://localhost:9/hooks" };
    expect((await request.post("/api/v1/webhook-endpoints", { headers, data })).status()).toBe(201);
    return session;
  });
  await page.context().addCookies(cookies);
}

async function enterAsCardholder(page: Page, state: State): Promise<void> {
  await enterWallet(page);
  if (state === "empty") return;
  const { hashedPan } = await addCard(page);
  await payWithCard(page.request, hashedPan);
}

async function findUrl(page: Page, { path, link }: PageExample): Promise<string> {
  if (link === undefined) return path;
  const first = page.locator(link).filter({ visible: true }).first();
  // What the worker writes may not be there yet.
  await expect(async () => {
    await page.goto(path);
    await expect(first).toBeVisible({ timeout: 10_000 });
  }).toPass();
  const href = await first.getAttribute("href");
  if (href === null) throw new Error(`${link} leads nowhere`);
  return href;
}

/** From here on the service does not answer, or fails. */
async function holdUp(page: Page, state: State): Promise<void> {
  if (state === "loading") await page.route("**/api/**", () => new Promise(() => undefined));
  if (state === "failing") {
    await page.route("**/api/**", (route) => route.fulfill({ status: 500, json: {} }));
  }
}

/** Returns when the page is drawn. */
async function visit(page: Page, url: string, state: State): Promise<void> {
  // What is preloaded holds up the load event, too.
  await page.goto(url, { waitUntil: state === "loading" ? "domcontentloaded" : "load" });
  await expect(page.getByRole("heading").first()).toBeVisible();
  if (state !== "loading")
    await expect(page.locator("[aria-busy=true]:not(button)")).toHaveCount(0);
}

/** Chromium itself tells of each answer that is an error. */
function isExpected(line: string, { route }: PageExample, state: State): boolean {
  // Of Playwright, where it keeps the wallet's worker away.
  if (line.startsWith("Service Worker registration blocked")) return true;
  const fails = state === "failing" || route.endsWith("[...missing]");
  return fails && line.startsWith("Failed to load resource");
}

async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const file = `${name} ${colorScheme}`.replaceAll(/[^\w]+/g, "-").replace(/^-/, "");
    const path = join(root, "test-results", "states", `${file}.png`);
    await page.screenshot({ path, animations: "disabled" });
  }
}
