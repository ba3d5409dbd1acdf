import { expect } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { makeMember, test } from "./signed-in.ts";
import {
  expectOnReader,
  openTerminal,
  pickCard,
  prepare,
  ringUp,
  sha256,
  tap,
} from "./terminal-page.ts";

// The card moves to the reader here, unless a test asks for no motion.
test.use({ production: true, contextOptions: { reducedMotion: "no-preference" } });

const create = "**/api/v1/payments/*/create";

test("shows what the service received and keeps of a receipt that it seals itself", {
  tag: "@phone-long",
}, async ({ page }) => {
  // Ten looks with axe.
  const noise = listenForNoise(page);
  await openTerminal(page);
  await expect(page.getByText("Nothing rung up yet")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Charge/ })).toBeDisabled();
  await lookOver(page);

  const key = page.getByRole("button", { name: /^Flat white/ });
  await key.click();
  await key.click();
  await expect(key).toContainText("2 in the basket");
  await page.getByRole("button", { name: "One Flat white more" }).click();
  await page.getByRole("button", { name: "One Flat white less" }).click();
  await page.getByRole("radio", { name: "20%" }).check();
  const basket = page.getByRole("region", { name: "Basket" });
  await expect(basket).toContainText("Sales tax 8.875%$0.84");
  await expect(basket).toContainText("Total$12.24");
  await lookOver(page);
  await page.getByRole("button", { name: "Charge $12.24" }).click();
  await expect(page.getByText("Pick a card, or type its number.")).toBeVisible();
  await pickCard(page, "4242");
  await page.getByRole("radio", { name: /^The service/ }).check();
  await lookOver(page);

  const called = page.waitForRequest(create);
  await tap(page);
  await expectOnReader(page, "Approved");
  const { recipientHashedPan, ...sent } = (await called).postDataJSON();
  expect(recipientHashedPan).toBe(sha256("4242424242424242"));
  expect(sent).toMatchObject({ amount: 1224, taxAmount: 84, subtotal: 1140, cardLast4: "4242" });

  const panel = page.getByRole("region", { name: /^What the service received/ });
  for (const part of [sent.receiptId, "Flat white", "Blue Door Coffee", "477bba13…69d89f05"]) {
    await expect(panel.getByRole("list")).toContainText(part);
  }
  await expect(panel).not.toContainText(recipientHashedPan);
  await expect(panel).toContainText("The sealed envelope");
  await expect(panel).toContainText("Content key, wrapped256 bytes");
  await lookOver(page);

  await page.getByRole("radio", { name: "Kept" }).check();
  await expect(panel.getByRole("list")).toContainText(sent.receiptId);
  for (const part of ["Flat white", "Blue Door Coffee", "477bba13"]) {
    await expect(panel.getByRole("list")).not.toContainText(part);
  }
  await lookOver(page);
  expect(noise).toEqual([]);

  await page.getByRole("button", { name: "New sale" }).click();
  await expect(page.getByText("Nothing rung up yet")).toBeVisible();
});

test("leads to the payment in the console, and to the wallet", { tag: "@long" }, async ({
  page,
}) => {
  await prepare(page);
  const answered = page.waitForResponse(create);
  await tap(page);
  await expectOnReader(page, "Approved");
  const { paymentId } = (await (await answered).json()).data;
  await expect(page.getByText(paymentId, { exact: true })).toBeVisible();
  const wallet = page.getByRole("link", { name: /^Open the wallet/ });
  await expect(wallet).toHaveAttribute("href", "/wallet");
  await page.getByRole("link", { name: "View it in the console" }).click();
  await expect(page).toHaveURL(new RegExp(`/merchant/payments/${paymentId}`));
  await expect(page.getByRole("heading", { level: 1, name: "Payment of $10.34" })).toBeVisible();
});

for (const { shop, item, total, currency, amount } of [
  { shop: "Bakery", item: "Roggenbrot", total: "4,60 €", currency: "eur", amount: 460 },
  { shop: "Konbini", item: "Lager, 350 ml", total: "¥235", currency: "jpy", amount: 235 },
]) {
  test(`sells in the ${shop}'s currency through the second gateway`, async ({ page }) => {
    await openTerminal(page);
    await page.getByRole("radio", { name: shop }).check();
    await page.getByRole("button", { name: new RegExp(`^${item}`) }).click();
    await expect(page.getByRole("region", { name: "Basket" })).toContainText(total);
    await page.getByRole("button", { name: /^Charge/ }).click();
    await pickCard(page, "1117");
    await page.getByRole("radio", { name: "Gateway two" }).check();
    const answered = page.waitForResponse(create);
    await tap(page);
    await expect(page.getByText("Approved")).toBeVisible();
    const { veroMetadata } = (await (await answered).json()).data;
    expect(veroMetadata).toMatchObject({ amount, currency, gateway: "gateway_two" });
  });
}

test("takes a tip by hand, and says what is no amount", { tag: "@long" }, async ({ page }) => {
  await openTerminal(page);
  await page.getByRole("button", { name: /^Drip coffee/ }).click();
  await page.getByRole("radio", { name: "Other" }).check();
  const field = page.getByLabel("Tip in USD");
  await field.fill("1.234");
  await expect(page.getByText("Must be an amount such as 2.50")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Charge/ })).toBeDisabled();
  await lookOver(page);
  await field.fill("1,50");
  await page.getByRole("button", { name: "Charge $5.31" }).click();
  await page.getByRole("button", { name: "Back to the sale" }).click();
  await expect(field).toHaveValue("1.50");
});

test("needs no mouse", { tag: "@long" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openTerminal(page);
  await page.getByRole("button", { name: /^Cold brew/ }).press("Enter");
  await page.getByRole("button", { name: /^Charge/ }).press("Enter");
  await expect(page.getByRole("heading", { name: "Which card pays?" })).toBeFocused();
  await page.getByRole("radio", { name: "4242" }).press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "5556" })).toBeChecked();
  // Until the card is hashed there is nothing to tap, and a key that is pressed does nothing.
  const tapCard = page.getByRole("button", { name: /^Tap card/ });
  await expect(tapCard).toBeEnabled();
  await tapCard.press("Enter");
  await expectOnReader(page, "Approved");
  await page.getByRole("button", { name: "New sale" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("takes nothing in production, says why, and leads to where it does", async ({ page }) => {
  await page.goto("/terminal?environment=production");
  await expect(page.getByRole("heading", { name: "No card is tapped here" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Charge/ })).toBeHidden();
  await lookOver(page);
  await page.getByRole("button", { name: "Switch to staging" }).click();
  await ringUp(page);
  await pickCard(page, "4242");
  const called = page.waitForRequest(create);
  await tap(page);
  await expectOnReader(page, "Approved");
  expect((await called).headers()["x-environment"]).toBe("staging");
});

test("shows a failure of the gateways, and tries again", { tag: "@long" }, async ({ page }) => {
  await openTerminal(page);
  await page.route("**/api/console/gateways", (route) => route.fulfill({ status: 403, json: {} }));
  await ringUp(page);
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
  await lookOver(page);
  await page.unroute("**/api/console/gateways");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("radio", { name: "Approve" })).toBeVisible();
});

test("an issuer is told whose terminal it is", { tag: "@long" }, async ({
  browser,
  playwright,
  origin,
}) => {
  const headers = { Origin: origin };
  const request = await playwright.request.newContext({
    baseURL: origin,
    extraHTTPHeaders: headers,
  });
  const { state } = await makeMember(request, "issuer");
  const context = await browser.newContext({ baseURL: origin, storageState: state });
  const page = await context.newPage();
  await page.goto("/terminal");
  await expect(page.getByRole("heading", { name: "The terminal is for merchants" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the wallet instead" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out and sign in as a merchant" }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fterminal/);
  await context.close();
  await request.dispose();
});
