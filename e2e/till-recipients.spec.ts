import { expect } from "@playwright/test";
import { createTestCardNumber } from "#lib/wallet/card-number.ts";
import { lookOver } from "./look-over.ts";
import { test as signedInAsMerchant } from "./signed-in.ts";
import {
  expectOnReader,
  openTerminal,
  pickPhone,
  ringUp,
  sha256,
  tap,
  typeCard,
  typePhoneNumber,
} from "./terminal-page.ts";
import { confirmWithPin, openReceipt, openSeeded, submitCard } from "./wallet-screens.ts";

// Its sessions may sell at the terminal and open in the wallet.
const test = signedInAsMerchant.extend({ kind: "platform" });

const create = "**/api/v1/payments/*/create";

test("a phone, a phone number, and a code each bring a receipt to the wallet", async ({ page }) => {
  await openSeeded(page, "/wallet");
  await page.goto("/wallet/cards/add");
  await page.getByRole("button", { name: "Generate a test card" }).click();
  const number = (await page.getByLabel("Card number").inputValue()).replaceAll(" ", "");
  await submitCard(page);
  await confirmWithPin(page);
  await expect(page.getByText("Its key, in words")).toBeVisible();

  await page.goto("/wallet/cards");
  await page.getByRole("link", { name: new RegExp(number.slice(-4)) }).click();
  const found = page.getByRole("region", { name: "How receipts find you" });
  await expect(found.getByRole("listitem")).toHaveText([/^This card/, /^Phones with this card/]);
  // No other run of this test has it.
  const phone = `+1999${Date.now().toString().slice(-9)}`;
  await found.getByLabel("Add a phone number").fill(phone.slice(1));
  await found.getByRole("button", { name: "Add this number" }).click();
  await expect(found.getByText("Must begin with a plus sign")).toBeVisible();
  await lookOver(page);
  await found.getByLabel("Add a phone number").fill(phone);
  await found.getByRole("button", { name: "Add this number" }).click();
  await expect(found.getByText("Added. Receipts for this number arrive here")).toBeVisible();
  await found.getByLabel("Add a phone number").fill(phone);
  await found.getByRole("button", { name: "Add this number" }).click();
  await expect(found.getByText("This card already has this number.")).toBeVisible();
  await expect(found.getByRole("listitem")).toHaveCount(3);

  await openTerminal(page);
  await ringUp(page);
  await pickPhone(page, number.slice(-4));
  await lookOver(page);
  const byDevice = page.waitForRequest(create);
  await tap(page);
  await expectOnReader(page, "Approved");
  await expect(page.getByText("The account of the card in the phone is registered")).toBeVisible();
  const { recipientHashedPan, recipientHashedPar } = (await byDevice).postDataJSON();
  expect(recipientHashedPan).not.toBe(sha256(number));
  expect(recipientHashedPar).toMatch(/^[0-9a-f]{64}$/);

  await page.getByRole("button", { name: "New sale" }).click();
  await ringUp(page);
  await typePhoneNumber(page, "0049 30 901820");
  await expect(page.getByText("Must begin with a plus sign")).toBeVisible();
  await lookOver(page);
  await typePhoneNumber(page, phone);
  const byPhone = page.waitForRequest(create);
  await tap(page);
  await expectOnReader(page, "Approved");
  const sent = (await byPhone).postData() ?? "";
  expect(JSON.parse(sent)).toMatchObject({ recipientHashedPhone: sha256(phone) });
  expect(sent).not.toContain(phone.slice(1));
  expect(sent).not.toContain("cardLast4");

  await page.getByRole("button", { name: "New sale" }).click();
  await ringUp(page);
  await typeCard(page, createTestCardNumber());
  await tap(page);
  await expectOnReader(page, "Approved");
  const code = page.getByRole("region", { name: "Scan to keep this receipt" });
  await expect(code).toBeVisible();
  await lookOver(page);
  const opening = page.waitForEvent("popup");
  await code.getByRole("link", { name: "Open it in this browser’s wallet" }).click();
  const wallet = await opening;
  await wallet.getByRole("button", { name: "Add this receipt" }).click();
  await expect(wallet.getByText("Your receipt is here")).toBeVisible();
  await wallet.close();

  await page.goto("/wallet");
  const sealed = page.getByRole("link", { name: /Sealed receipt/ });
  await expect(sealed).toHaveCount(3);
  await sealed.last().click();
  await openReceipt(page);
  await confirmWithPin(page);
  await expect(page.locator(".print-slip")).toContainText("Flat white");
});
