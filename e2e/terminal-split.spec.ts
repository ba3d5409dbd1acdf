import { expect } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { test } from "./signed-in.ts";
import { expectOnReader, openTerminal, pickCard, ringUp, tap } from "./terminal-page.ts";

const create = "**/api/v1/payments/*/create";

test("two cards pay one sale, each its part", async ({ page }) => {
  await openTerminal(page);
  await ringUp(page);
  await pickCard(page, "4242");
  await page.getByRole("button", { name: "Split between cards" }).click();
  const field = page.getByLabel("Part on this card in USD");
  await expect(field).toHaveValue("5.17");
  await field.fill("10.34");
  await expect(page.getByText("Must be less than the $10.34 due.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Tap card/ })).toBeDisabled();
  await lookOver(page);
  await field.fill("4");
  const first = page.waitForRequest(create);
  await tap(page);
  await expectOnReader(page, "Approved");
  const slip = page.getByRole("figure").filter({ hasText: "What the till wrote" });
  await expect(slip).toContainText("Paid with this card$4.00");
  await expect(slip).toContainText("Total$10.34");

  await page.getByRole("button", { name: "Take the rest, $6.34" }).click();
  await expect(page.getByRole("heading", { name: "Which card pays the rest?" })).toBeFocused();
  await expect(page.getByRole("region", { name: "Paid so far" })).toContainText("Left to pay$6.34");
  // What one card has paid survives the page.
  await page.reload();
  await expect(page.getByRole("region", { name: "Paid so far" })).toContainText("$4.00");
  await pickCard(page, "5556");
  await page.getByRole("radio", { name: "Gateway two" }).check();
  await lookOver(page);
  const second = page.waitForRequest(create);
  await tap(page);
  await expectOnReader(page, "Approved");
  await expect(slip).toContainText("Paid with this card$6.34");

  const [one, two] = [(await first).postDataJSON(), (await second).postDataJSON()];
  expect([one.amount, two.amount]).toEqual([400, 634]);
  const receipt = page.getByRole("list", { name: "The receipt at the till" });
  await expect(receipt).toContainText('"amount": 634');
  await expect(receipt).toContainText('"totalAmount": 1034');
  await expect(receipt).toContainText('"splitTender": true');
  expect(two.reservation).not.toBe(one.reservation);
  expect(two.receiptId).toBe(one.receiptId);
  expect(two.transactionId).not.toBe(one.transactionId);
  await page.getByRole("button", { name: "New sale" }).click();
  await expect(page.getByText("Nothing rung up yet")).toBeVisible();
});

test("what one card has paid goes back when the sale is given up", { tag: "@long" }, async ({
  page,
}) => {
  await openTerminal(page);
  await ringUp(page);
  await pickCard(page, "4242");
  await page.getByRole("button", { name: "Split between cards" }).click();
  const answered = page.waitForResponse(create);
  await tap(page);
  const { paymentId } = (await (await answered).json()).data;
  await page.getByRole("button", { name: /^Take the rest/ }).click();
  await page.getByRole("button", { name: "Give it back and end the sale" }).click();
  const dialog = page.getByRole("dialog", { name: "End this sale?" });
  await expect(dialog).toContainText("$5.17 goes back to the card that paid it");
  await lookOver(page);
  await dialog.getByRole("button", { name: "Give it back" }).click();
  await expect(page.getByText("Nothing rung up yet")).toBeVisible();
  await page.goto(`/merchant/payments/${paymentId}`);
  const refunds = page.getByRole("table", { name: "Refunds" });
  await expect(refunds).toContainText(/Succeeded.*\$5\.17/);
  await page.goto("/merchant/refunds");
  await expect(refunds).toContainText("$5.17");
  await lookOver(page);
});
