import { expect, type Page, test } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { pin } from "./seed-vault.ts";
import { tabTo } from "./tab-to.ts";
import { readStorage } from "./wallet-page.ts";
import {
  addCard,
  becomeIssuer,
  confirmWithPin,
  enterWallet,
  openReceipt,
  submitCard,
  typeTestCard,
} from "./wallet-screens.ts";
import { payWithUnknownCard } from "./wallet-service.ts";

const WRONG_CODE = `clm_${"0".repeat(27)}`;

test("the link of a till puts the receipt into the wallet, once", { tag: "@phone" }, async ({
  page,
  request,
}) => {
  await enterWallet(page);
  await addCard(page);
  const { paymentId, claimCode } = await payWithUnknownCard(request);
  const addresses = listenForAddresses(page);
  await page.goto(`/claim#${claimCode}`);
  await expect(page).toHaveURL("/wallet/claim");
  await expect(page.getByLabel("Code or link")).toHaveValue(claimCode);
  await lookOver(page);
  await addReceipt(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your receipt is here");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await lookOver(page);
  expect(await readStorage(page)).not.toContain(claimCode);

  await page.getByRole("link", { name: "Go to the receipt" }).click();
  await expect(page).toHaveURL(`/wallet/receipts/${paymentId}`);
  await expect(page.getByText("Claimed with its code.")).toBeVisible();
  await openReceipt(page);
  await confirmWithPin(page);
  await expect(page.locator(".print-slip")).toContainText("Corner Bakery");
  await expect(page.getByText("Claimed with its code.")).toBeVisible();

  await page.getByRole("link", { name: "All receipts" }).click();
  await page.getByRole("link", { name: "Add a receipt" }).click();
  await page.getByLabel("Code or link").fill(claimCode);
  await addReceipt(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You already have this receipt");
  // In a document that has no list of receipts yet.
  await page.goto(`/claim#${claimCode}`);
  await addReceipt(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You already have this receipt");
  // Of the addresses that were sent; the fragment of the link is in none.
  expect(addresses.filter((address) => address.includes(claimCode))).toEqual([]);
});

test("codes that are wrong, taken, or of no receipt are refused in words", async ({
  page,
  request,
  browser,
}) => {
  await enterWallet(page);
  await addCard(page);
  await page.getByRole("link", { name: "Receipts", exact: true }).click();
  await page.getByRole("link", { name: "Add a receipt" }).click();
  const field = page.getByLabel("Code or link");
  await field.fill("clm_123");
  await addReceipt(page);
  await expect(page.getByText("A code is clm_ and 27 letters and digits.")).toBeVisible();
  await lookOver(page);
  await field.fill(WRONG_CODE);
  await addReceipt(page);
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "No receipt can be claimed with this code",
  );
  await lookOver(page);

  const { claimCode } = await payWithUnknownCard(request);
  const other = await browser.newPage();
  await enterWallet(other);
  await addCard(other);
  await other.goto(`/claim#${claimCode}`);
  await addReceipt(other);
  await expect(other.getByText("Your receipt is here")).toBeVisible();
  await other.close();
  await field.fill(claimCode);
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  await addReceipt(page);
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "No receipt can be claimed with this code",
  );
});

test("of several cards, the one whose receipts are shown is offered first", async ({
  page,
  request,
}) => {
  await enterWallet(page);
  await addCard(page);
  const { number } = await addCard(page);
  const last4 = number.slice(-4);
  const { claimCode } = await payWithUnknownCard(request);
  await claimFromLink(page, claimCode);
  const second = await payWithUnknownCard(request);
  await page.getByRole("link", { name: "Receipts", exact: true }).click();
  await page.getByRole("radio", { name: last4 }).check();
  await page.getByRole("link", { name: "Add a receipt" }).click();
  const choice = page.getByLabel("Add it to");
  await expect(choice.locator("option:checked")).toHaveText(new RegExp(last4));
  await page.getByLabel("Code or link").fill(`https://elsewhere.example/claim#${second.claimCode}`);
  await addReceipt(page);
  await page.getByRole("link", { name: "Go to the receipt" }).click();
  await page.getByRole("link", { name: "All receipts" }).click();
  await page.getByRole("radio", { name: last4 }).check();
  await expect(page.locator(`a[href$='${second.paymentId}']`)).toBeVisible();
});

test("a payment that is not complete yet is waited for", async ({ page, request }) => {
  await enterWallet(page);
  await addCard(page);
  const { claimCode } = await payWithUnknownCard(request);
  const state = { refusals: 0, isPaid: false };
  await page.route("**/api/v1/receipts/claim", async (route) => {
    if (state.isPaid) return await route.fallback();
    state.refusals += 1;
    const error = { code: "conflict", message: "The payment has not succeeded.", statusCode: 409 };
    await route.fulfill({ status: 409, json: { success: false, error } });
  });
  await page.goto(`/claim#${claimCode}`);
  await addReceipt(page);
  await expect(page.getByText("This page tries again by itself.")).toBeVisible();
  await lookOver(page);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "The payment is not complete yet",
  );
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => state.refusals).toBeGreaterThan(2);
  state.isPaid = true;
  await expect(page.getByText("Your receipt is here")).toBeVisible();
});

test("without a connection the code stays, and is claimed later", async ({ page, request }) => {
  await enterWallet(page);
  await addCard(page);
  const { claimCode } = await payWithUnknownCard(request);
  await page.goto(`/claim#${claimCode}`);
  await expect(page.getByLabel("Code or link")).toHaveValue(claimCode);
  await page.context().setOffline(true);
  await addReceipt(page);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("You are offline");
  await expect(page.getByLabel("Code or link")).toHaveValue(claimCode);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Your receipt is here")).toBeVisible();
});

test("on a device without a wallet the link says where it belongs, and waits for a card", async ({
  page,
  request,
}) => {
  await becomeIssuer(page);
  const { claimCode } = await payWithUnknownCard(request);
  await page.goto(`/claim#${claimCode}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Your receipt belongs in your card’s app",
  );
  await expect(page.getByRole("textbox", { name: "Code" })).toHaveValue(claimCode);
  await lookOver(page);
  await tabTo(page, page.getByRole("link", { name: "Use the demo wallet here" }));
  await page.keyboard.press("Enter");
  await page.getByLabel("A PIN for this wallet").fill(pin);
  await page.getByLabel("The same PIN again").fill(pin);
  await page.getByRole("button", { name: "Use this PIN" }).click();
  await expect(page.getByText("First, add a card")).toBeVisible();
  await expect(page.getByText("kept in this tab until then")).toBeVisible();
  await lookOver(page);
  await typeTestCard(page);
  await submitCard(page);
  await confirmWithPin(page);
  await expect(page.getByText("A receipt is waiting for its card")).toBeVisible();
  await page.getByRole("link", { name: "Receipts", exact: true }).click();
  await lookOver(page);
  await tabTo(page, page.getByRole("link", { name: "Add the receipt of your link" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Add this receipt" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your receipt is here")).toBeVisible();
});

test("a link without a code says so", async ({ page }) => {
  await page.goto("/claim");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link has no code");
  await lookOver(page);
});

async function addReceipt(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add this receipt" }).click();
}

/** Opens the link of a till, and adds its receipt to the card that is offered. */
async function claimFromLink(page: Page, claimCode: string): Promise<void> {
  await page.goto(`/claim#${claimCode}`);
  await addReceipt(page);
  await expect(page.getByText("Your receipt is here")).toBeVisible();
}

/** Every address that the page asks for, without the fragment, which no request has. */
function listenForAddresses(page: Page): string[] {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url().split("#", 1)[0] ?? ""));
  return addresses;
}
