import { expect, type Locator } from "@playwright/test";
import { fingerprintPublicKey } from "#lib/crypto/fingerprint.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { chooseFilter } from "./choose-filter.ts";
import { callAsIssuer } from "./issuer-api.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { makeMember, test } from "./signed-in.ts";

// Its sessions may register, pay and open: what an issuer's page shows of all that is looked at here.
test.use({ kind: "platform" });

test("from the first cardholder to the erasure", async ({ page, request, origin }) => {
  const api = callAsIssuer(request, origin);
  const noise = listenForNoise(page);
  const cardholder = await api.register();
  const { userId, hashedPan } = cardholder;
  await page.goto(`/issuer/cardholders?search=${userId}`);
  const row = page.getByRole("row").filter({ hasText: userId });
  const words = await fingerprintPublicKey(cardholder.key.publicKey);
  const fingerprint = (place: Locator) =>
    place.getByRole("list", { name: "Fingerprint" }).first().getByRole("listitem");
  await expect(fingerprint(row)).toHaveText(words);
  await lookOver(page);

  const paymentId = await api.pay(hashedPan);
  await api.open(cardholder, paymentId);
  const refundId = await api.refund(paymentId);
  await row.getByRole("link").click();
  await expect(fingerprint(page.getByRole("main"))).toHaveText(words);
  const receipts = page.getByRole("table", { name: "Receipts" }).getByRole("row");
  const sale = receipts.filter({ hasText: paymentId }).filter({ hasNotText: refundId });
  await expect(sale).toContainText(/Sale.*Sealed.*€4\.00 refunded/);
  await expect(receipts.filter({ hasText: refundId })).toContainText(/For pay_.*Refund.*€4\.00/);
  const grant = page.getByRole("table", { name: "Grants" }).getByRole("row").nth(1);
  await expect(grant).toContainText("Opened");
  await expect(grant).toContainText("PIN");
  await lookOver(page);

  await page.goto(`/issuer/access-log?user=${userId}`);
  const entry = page.getByRole("table", { name: "Access log" }).getByRole("row").nth(1);
  await expect(entry).toContainText("Opened");
  await expect(entry).toContainText("PIN");
  await expect(entry).toContainText(paymentId);
  await lookOver(page);
  await chooseFilter(page, "Outcome", "Expired unused");
  await expect(page).toHaveURL(/outcome=expired/);
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/issuer/access-log");
  await page.goto("/issuer/access-log?outcome=spilled");
  await expect(page.getByText("A filter is not valid")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("table", { name: "Access log" })).toBeVisible();

  await page.goto(`/issuer/cardholders/${userId}`);
  await page.getByRole("button", { name: "Erase" }).click();
  const question = page.getByRole("dialog", { name: "Erase this cardholder?" });
  const confirm = question.getByRole("button", { name: "Erase for good" });
  await expect(confirm).toBeDisabled();
  await question.getByRole("textbox").fill(userId.slice(-6));
  await lookOver(page);
  await confirm.click();
  await expect(page.getByText("2 receipts read")).toBeVisible();
  await lookOver(page);
  expect(await api.readReceiptStatus(paymentId)).toBe("erased");
  expect(noise).toEqual([]);

  await page.reload();
  await expect(page.getByText("No such cardholder")).toBeVisible();
  await lookOver(page);
});

test("rotates to a pasted key, and says what is wrong with what is none", { tag: "@long" }, async ({
  page,
  request,
  origin,
}) => {
  const { userId, key } = await callAsIssuer(request, origin).register();
  const next = await generateKeyPair();
  await page.goto(`/issuer/cardholders/${userId}`);
  await page.getByRole("button", { name: "Rotate key" }).click();
  const dialog = page.getByRole("dialog", { name: "Rotate the key" });
  const field = dialog.getByLabel("New public key");
  const submit = dialog.getByRole("button", { name: "Rotate key" });
  await field.fill(next.privateKey);
  await submit.click();
  await expect(dialog).toContainText("This is a private key.");
  await field.fill(key.publicKey.slice(0, 200));
  await submit.click();
  await expect(dialog).toContainText("The key is not a single, whole PEM block.");
  await lookOver(page);

  await field.fill(next.publicKey);
  const words = await fingerprintPublicKey(next.publicKey);
  const shown = dialog.getByRole("list", { name: "Fingerprint" });
  await expect(shown.getByRole("listitem")).toHaveText(words);
  await submit.click();
  await expect(page.getByText("New receipts are sealed to the new key")).toBeVisible();
  const keys = page.getByRole("region", { name: "Keys" });
  await expect(keys).toContainText(next.keyId);
  await expect(keys.getByText("Retired")).toBeVisible();
});

test("has an overview, empty pages that lead on, and both consoles for a platform", {
  tag: "@phone-long",
}, async ({ page, request, origin, isMobile }) => {
  await page.goto("/issuer?environment=staging");
  await expect(page.getByText("No cardholders in this environment yet")).toBeVisible();
  await lookOver(page);
  await page.goto("/issuer/cardholders");
  await expect(page.getByText("No cardholders yet")).toBeVisible();
  await lookOver(page);
  await page.goto("/issuer/access-log");
  await expect(page.getByText("No access granted yet")).toBeVisible();

  const api = callAsIssuer(request, origin);
  await api.pay((await api.register()).hashedPan);
  await page.goto("/issuer?environment=development");
  await expect(page.getByRole("figure", { name: "Receipts of the last 24 hours" })).toBeVisible();
  await lookOver(page);
  await page.getByText("7 days", { exact: true }).click();
  await expect(page).toHaveURL(/range=7d/);
  await expect(page.getByRole("figure", { name: "Receipts of the last 7 days" })).toBeVisible();

  if (isMobile) await page.getByRole("button", { name: "Pages" }).click();
  await page.getByRole("link", { name: "Go to the merchant console" }).click();
  await expect(page).toHaveURL(/\/merchant/);
  if (isMobile) await page.getByRole("button", { name: "Pages" }).click();
  await page.getByRole("link", { name: "Go to the issuer console" }).click();
  await expect(page).toHaveURL("/issuer");
});

test("an access log whose filter has found nothing yet leads on to older entries", async ({
  page,
}) => {
  await page.route(/\/api\/console\/access-log\?/, async (route) => {
    const isOlder = new URL(route.request().url()).searchParams.has("cursor");
    const data = { entries: [], nextCursor: isOlder ? null : "b2xkZXI" };
    await route.fulfill({ json: { success: true, data } });
  });
  await page.goto("/issuer/access-log?outcome=expired");
  await expect(page.getByText("No matches so far")).toBeVisible();
  await page.getByRole("button", { name: "Search older entries" }).click();
  await expect(page.getByText("Nothing older matches these filters")).toBeVisible();
  await page.getByRole("button", { name: "Newer" }).click();
  await expect(page.getByText("No matches so far")).toBeVisible();
});

test("has the shared pages within it", { tag: "@long" }, async ({ page }) => {
  for (const [path, heading] of [
    ["quickstart", "Quickstart"],
    ["keys", "API keys"],
    ["requests", "Request log"],
    ["team", "Team"],
    ["settings", "Settings"],
    ["account", "Your account"],
  ] as const) {
    await page.goto(`/issuer/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  }
});

test("shows a merchant the way back", { tag: "@long" }, async ({ browser, playwright, origin }) => {
  const outside = await playwright.request.newContext({ baseURL: origin });
  const { state } = await makeMember(outside, "merchant");
  const context = await browser.newContext({ baseURL: origin, storageState: state });
  const page = await context.newPage();
  await page.goto("/issuer");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not in the issuer console");
  await lookOver(page);
  await page.getByRole("link", { name: "Go to the merchant console" }).click();
  await expect(page).toHaveURL(/\/merchant/);
  await context.close();
  await outside.dispose();
});
