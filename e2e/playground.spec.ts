import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { weighScripts } from "./script-weight.ts";

/** Bytes of gzip with all tools used, beyond React and the router, as page-weights.spec.ts counts. */
const BUDGET = 200_000;

const tool = (page: Page, name: string) => page.getByRole("region", { name });

test("the tools show what becomes of data, and send nothing", async ({ page, baseURL }) => {
  const noise = listenForNoise(page);
  const scripts = weighScripts(page);
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname, origin } = new URL(request.url());
    const isAsset = origin === baseURL && /^\/(?:_next\/static\/|docs\/|icon\.svg$)/.test(pathname);
    if (request.method() !== "GET" || !isAsset) sent.push(`${request.method()} ${request.url()}`);
  });
  await page.goto("/docs/playground");

  await test.step("a payment, and one with mistakes", async () => {
    const payment = tool(page, "A payment, from the body to the receipt");
    await expect(payment.getByText("Charged: $")).toBeVisible();
    await expect(payment.getByText("In the service’s database")).toBeVisible();
    await lookOver(page);
    await payment.getByLabel("Example").selectOption("With mistakes");
    const refusal = payment.getByRole("status");
    await expect(refusal).toContainText("recipientHashedPan looks like a card number");
    await payment.getByLabel("Body").fill('{ "amount": ');
    await expect(payment.getByText(/^This is not JSON/)).toBeVisible();
  });

  await test.step("a key, an envelope, and a changed one", async () => {
    await page.getByRole("link", { name: "Envelope", exact: true }).click();
    await expect(page).toHaveURL(/#envelope$/);
    const envelope = tool(page, "Keys, sealing, and opening");
    await expect(envelope.getByText("It opens with this key")).toBeVisible();
    await lookOver(page);
    await envelope.getByRole("button", { name: "New RSA-2048 key" }).click();
    await expect(envelope.getByText(/256 bytes/)).toBeVisible();
    await expect(envelope.getByText("It opens with this key")).toBeVisible();
    const receipt = envelope.getByLabel("Receipt", { exact: true });
    await receipt.fill((await receipt.inputValue()).replace("Juniper & Rye", "Corner Bakery"));
    await envelope.getByRole("button", { name: "Seal to this key" }).click();
    await expect(envelope.getByText("Corner Bakery", { exact: true })).toBeVisible();
    await envelope.getByRole("button", { name: "Change a bit of ciphertext" }).click();
    await expect(envelope.getByText("It does not open: wrong_key")).toBeVisible();
    await envelope.getByRole("button", { name: "Undo" }).click();
    await envelope.getByLabel("Payment ID").fill("pay_other");
    await expect(envelope.getByText("It does not open: wrong_payment")).toBeVisible();
  });

  await test.step("a signature, and a changed receipt", async () => {
    await page.getByRole("link", { name: "Signature", exact: true }).click();
    const signature = tool(page, "The merchant’s signature");
    await expect(signature.getByText("The holder of this key signed the receipt")).toBeVisible();
    await lookOver(page);
    const receipt = signature.getByLabel("Opened receipt");
    await receipt.fill((await receipt.inputValue()).replace("1800", "18"));
    await expect(signature.getByRole("status").first()).toContainText(
      "differ from the signed bytes: amount",
    );
    await signature.getByRole("radio", { name: "Of a request" }).check();
    await expect(signature.getByText("The holder of this key signed the body")).toBeVisible();
    await signature.getByLabel("Body").fill("{}");
    await expect(signature.getByText("The signature is wrong: wrong_signature")).toBeVisible();
  });

  await test.step("a webhook, another secret, and an old one", async () => {
    await page.getByRole("link", { name: "Webhook", exact: true }).click();
    const webhook = tool(page, "A webhook, verified as on your server");
    await expect(webhook.getByText("The signature and the time are right")).toBeVisible();
    await lookOver(page);
    await webhook.getByLabel("Secret").fill("whsec_c2VjcmV0");
    await expect(webhook.getByText("Answer it with 400: wrong_signature")).toBeVisible();
    await webhook.getByRole("button", { name: "Ten minutes old" }).click();
    await expect(webhook.getByText("It is 10 minutes old.")).toBeVisible();
  });

  expect(noise).toEqual([]);
  expect(sent.filter((one) => !one.endsWith("/docs/playground"))).toEqual([]);
  expect((await scripts.sum()) - weighFramework()).toBeLessThan(BUDGET);
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(stored).not.toMatch(/PRIVATE KEY|whsec_/);
});

test("each tool has an address, which a reload keeps, and is found by the search", async ({
  page,
}) => {
  await page.goto("/docs/playground#vectors");
  await page.reload();
  const vectors = tool(page, "Test vectors");
  await expect(vectors.getByRole("link", { name: /^Download/ })).toHaveCount(3);
  await lookOver(page);
  const downloading = page.waitForEvent("download");
  await vectors.getByRole("link", { name: "Download webhooks.json" }).click();
  expect((await downloading).suggestedFilename()).toBe("webhooks.json");
  await page.keyboard.press("/");
  await page.getByRole("combobox").fill("webhook verified");
  await page.getByRole("option", { name: /as on your server/ }).click();
  await expect(page).toHaveURL(/\/docs\/playground#webhook$/);
  await expect(tool(page, "A webhook, verified as on your server")).toBeVisible();
});

/** React and the router, which every page has. */
function weighFramework(): number {
  const build = join(import.meta.dirname, "..", ".next");
  const { rootMainFiles }: { rootMainFiles: string[] } = JSON.parse(
    readFileSync(join(build, "build-manifest.json"), "utf8"),
  );
  const weights = rootMainFiles.map((file) => gzipSync(readFileSync(join(build, file))).length);
  return weights.reduce((sum, weight) => sum + weight, 0);
}
