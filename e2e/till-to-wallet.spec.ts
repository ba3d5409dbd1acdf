import { expect } from "@playwright/test";
import { test as signedInAsMerchant } from "./signed-in.ts";
import { expectOnReader, openTerminal, ringUp, tap, typeCard } from "./terminal-page.ts";
import {
  addCard,
  confirmWithPin,
  enterDemoWallet,
  enterWallet,
  openReceipt,
  openSeeded,
  submitCard,
} from "./wallet-screens.ts";

// Its sessions may sell at the terminal and open in the wallet.
const test = signedInAsMerchant.extend({ kind: "platform" });

test("what a merchant's till sells appears in an issuer's open wallet, and opens there", async ({
  page: till,
  browser,
  origin,
}) => {
  const context = await browser.newContext({
    baseURL: origin,
    storageState: { cookies: [], origins: [] },
  });
  const wallet = await context.newPage();
  await enterWallet(wallet);
  const { number } = await addCard(wallet);
  await wallet.getByRole("link", { name: "Go to your receipts" }).click();
  await expect(wallet.getByText("No receipts yet")).toBeVisible();

  await openTerminal(till);
  await ringUp(till);
  await typeCard(till, number);
  await tap(till);
  await expectOnReader(till, "Approved");

  const sealed = wallet.getByRole("link", { name: /Sealed receipt/ });
  await expect(sealed).toContainText("$10.34");
  await sealed.click();
  await openReceipt(wallet);
  await confirmWithPin(wallet);
  const slip = wallet.locator(".print-slip");
  await expect(slip).toContainText("Blue Door Coffee");
  await expect(slip).toContainText("2 × $4.75");
  await expect(slip.getByText("Sales tax 8.875% (T)", { exact: true })).toBeVisible();
  await context.close();
});

test("a generated card is handed to the till of the same browser, and pays there", {
  tag: "@long",
}, async ({ page }) => {
  await openSeeded(page, "/wallet");
  await page.goto("/wallet/cards/add");
  await page.getByRole("button", { name: "Generate a test card" }).click();
  const number = await page.getByLabel("Card number").inputValue();
  await submitCard(page);
  await confirmWithPin(page);
  await expect(page.getByText(number, { exact: true })).toBeVisible();
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Pay with this card at the terminal" }).click();
  const till = await opening;
  expect(till.url()).not.toContain(number.slice(-4));
  await ringUp(till);
  await expect(
    till
      .getByRole("group", { name: "From the wallet in this browser" })
      .getByRole("radio", { name: number.slice(-4) }),
  ).toBeChecked();
  await tap(till);
  await expectOnReader(till, "Approved");
  await till.close();

  await page.getByRole("link", { name: "Go to your receipts" }).click();
  await page.getByRole("link", { name: /Sealed receipt/ }).click();
  await openReceipt(page);
  await confirmWithPin(page);
  await expect(page.locator(".print-slip")).toContainText("Flat white");
  await page.goto("/merchant");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
});

signedInAsMerchant(
  "a visit's card is not offered at the till of a merchant beside it",
  {
    tag: "@long",
  },
  async ({ page }) => {
    await enterDemoWallet(page);
    await page.goto("/wallet/cards/add");
    await page.getByRole("button", { name: "Generate a test card" }).click();
    await submitCard(page);
    await confirmWithPin(page);
    await expect(page.getByText("Test card number")).toBeVisible();
    await expect(page.getByRole("link", { name: /at the terminal/ })).toHaveCount(0);
    await openTerminal(page);
    await ringUp(page);
    await expect(page.getByRole("group", { name: "Test card", exact: true })).toBeVisible();
    await expect(page.getByText("From the wallet in this browser")).toHaveCount(0);
  },
);
