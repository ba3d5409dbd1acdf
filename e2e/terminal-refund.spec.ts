import { expect, type Page, type Route } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { test } from "./signed-in.ts";
import { expectOnReader, prepare, tap } from "./terminal-page.ts";

test("gives back a part of the sale, then the rest", async ({ page }) => {
  await prepare(page);
  await tap(page);
  await expectOnReader(page, "Approved");
  await page.route(/\/api\/v1\/payments\/gateway_one\/pay_[0-9a-f]+$/, showUndecided);
  const prepared = page.waitForRequest("**/prepare");
  const asked = page.waitForRequest("**/refunds");
  await refund(page, "4.34");
  // Its credit note is sealed at the till, as the receipt was.
  expect((await prepared).postDataJSON()).toEqual({ refundOf: expect.stringMatching(/^pay_/) });
  expect((await asked).postDataJSON()).toMatchObject({ amount: 434, sealedReceipt: {} });
  expect((await asked).postData()).not.toContain("Blue Door Coffee");
  await expect(page.getByText("$4.34 refunded")).toBeVisible();
  await expect(page.locator("dl > div", { hasText: "On its way back" })).toContainText("$4.34");
  await page.unrouteAll();
  await expect(page.getByText("Refunded since")).toBeVisible();
  await lookOver(page);

  await page.getByRole("button", { name: "New sale" }).click();
  await page.getByRole("button", { name: /^Flat white/ }).click();
  await page.getByRole("button", { name: "Last sale: $10.34 at Blue Door Coffee" }).click();
  await refund(page);
  await expectOnReader(page, "Refunded");
  await expect(page.getByRole("button", { name: "Refund" })).toHaveCount(0);
  await page.getByRole("button", { name: "Back to the sale" }).click();
  await expect(page.getByRole("button", { name: "Charge $5.17" })).toBeVisible();
});

test("a payment that waits is confirmed in place of the customer, or declined", {
  tag: "@long",
}, async ({ page }) => {
  await prepare(page, "Ask to confirm");
  await tap(page);
  await expectOnReader(page, "To be confirmed");
  await lookOver(page);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expectOnReader(page, "Approved");
  await page.getByRole("button", { name: "New sale" }).click();

  await prepare(page, "Ask to confirm");
  await tap(page);
  await page.getByRole("button", { name: "Decline" }).click();
  await expectOnReader(page, "Declined");
  await expect(page.getByText("its receipt is destroyed")).toBeVisible();
  await page.getByRole("button", { name: "Try another card" }).click();
  await expect(page.getByRole("heading", { name: "Which card pays?" })).toBeVisible();
});

test("a payment without an answer is looked up, and canceled", { tag: "@long" }, async ({
  page,
}) => {
  await prepare(page, "Fail");
  await tap(page);
  await expectOnReader(page, "No answer");
  await expect(page.getByText(/^pay_[0-9a-f]{32}$/)).toBeVisible();
  await lookOver(page);
  await page.getByRole("button", { name: "Cancel payment" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this payment?" });
  await dialog.getByRole("button", { name: "Cancel payment" }).click();
  await expectOnReader(page, "Canceled");
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await lookOver(page);
});

test("of a request that never arrived, the till says that the service has nothing so far", {
  tag: "@long",
}, async ({ page }) => {
  await prepare(page);
  await page.route("**/api/v1/payments/*/create", (route) => route.abort("connectionreset"));
  await tap(page);
  await expectOnReader(page, "No answer");
  await expect(page.getByText(/no payment with this receipt id so far/)).toBeVisible();
  await lookOver(page);
});

/** The payment as it is while its gateway has not decided on its refunds. */
async function showUndecided(route: Route): Promise<void> {
  const response = await route.fetch();
  const { data } = await response.json();
  const refunds = data.refunds.map((one: object) => ({ ...one, refundStatus: "pending" }));
  await route.fulfill({ json: { success: true, data: { ...data, refundedAmount: 0, refunds } } });
}

async function refund(page: Page, amount?: string): Promise<void> {
  await page.getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog", { name: "Refund this payment" });
  if (amount) await dialog.getByLabel("Amount in USD").fill(amount);
  await dialog.getByRole("button", { name: /^Refund/ }).click();
  await expect(dialog).toBeHidden();
}
