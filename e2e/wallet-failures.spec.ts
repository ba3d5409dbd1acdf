import { expect, type Page, test } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { endGrants, flipStoredBit, putEnvelope } from "./stored-receipt.ts";
import {
  addCard,
  confirmWithPin,
  enterWallet,
  goToReceipt,
  openReceipt,
} from "./wallet-screens.ts";
import { payWithCard } from "./wallet-service.ts";

test("an envelope that was changed in the database is refused, and opens once it is whole", async ({
  page,
  request,
}) => {
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  const other = await payWithCard(request, hashedPan, { merchantName: "Whisper & Sons" });
  const paymentId = await payWithCard(request, hashedPan);
  await goToReceipt(page);

  await flipStoredBit(paymentId);
  await expectSentence(page, "This envelope was changed after it was sealed");
  await lookOver(page);
  await flipStoredBit(paymentId);
  await expectOpened(page);

  const moved = await payWithCard(request, hashedPan);
  await putEnvelope(moved, { from: other });
  await page.getByRole("link", { name: "All receipts" }).click();
  await page.locator(`a[href$='${moved}']`).click();
  await expectSentence(page, "This envelope was changed after it was sealed");
});

test("a consent that ran out before the envelope was asked for opens nothing", {
  tag: "@long",
}, async ({ page, request }) => {
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  const paymentId = await payWithCard(request, hashedPan);
  await goToReceipt(page);

  const envelopes = "**/api/v1/payments/envelope";
  await page.route(envelopes, async (route) => {
    await endGrants(paymentId);
    await route.continue();
  });
  await expectSentence(page, "Your consent has expired");
  await page.unroute(envelopes);

  // Whoever closes the question after the answer gets what was consented to.
  const held = Promise.withResolvers<void>();
  await page.route(envelopes, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(envelopes);
  await openReceipt(page);
  await confirmWithPin(page);
  await asked;
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const open = page.getByRole("button", { name: "Open on this device" });
  await expect(open).toHaveAttribute("aria-busy", "true");
  held.resolve();
  await expect(page.locator(".print-slip")).toContainText("Corner Bakery");
});

test("without the service or the network nothing opens, and what was opened stays", {
  tag: "@long",
}, async ({ page, request, context }) => {
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  await payWithCard(request, hashedPan);
  await goToReceipt(page);

  await page.route("**/api/v1/**", (route) => route.fulfill({ status: 503, json: {} }));
  await expectSentence(page, "The service is not responding");
  await page.unroute("**/api/v1/**");
  await context.setOffline(true);
  await expect(page.getByText("the service has this receipt")).toBeVisible();
  await expect(page.getByRole("button", { name: "Open on this device" })).toBeDisabled();
  await context.setOffline(false);

  await expectOpened(page);
  await context.setOffline(true);
  await expect(page.getByText("what you opened or kept on this device can be read")).toBeVisible();
  await page.getByRole("link", { name: "All receipts" }).click();
  await page.getByRole("link", { name: /Corner Bakery/ }).click();
  await expect(page.locator(".print-slip")).toContainText("Corner Bakery");
});

async function expectOpened(page: Page): Promise<void> {
  await openReceipt(page);
  await confirmWithPin(page);
  await expect(page.locator(".print-slip")).toContainText("Corner Bakery");
}

async function expectSentence(page: Page, sentence: string): Promise<void> {
  await openReceipt(page);
  await confirmWithPin(page);
  // The question stays as long as the work behind it.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("alert").filter({ hasText: sentence })).toBeVisible();
  await expect(page.locator(".print-slip")).toHaveCount(0);
}
