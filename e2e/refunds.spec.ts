import { expect, type Page } from "@playwright/test";
import { MAX_ATTEMPTS } from "#lib/client/schedule.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { pay } from "./pay.ts";
import { test } from "./signed-in.ts";
import { putSettlementOff } from "./stored-receipt.ts";
import { addCard, confirmWithPin, enterWallet, openReceipt } from "./wallet-screens.ts";

const path = "/merchant/payments";

// What moves is seen here.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("what the console refunds comes back in the wallet, with a credit note", async ({
  page,
  browser,
  request,
  origin,
  viewport,
}) => {
  const noise = listenForNoise(page);
  const context = await browser.newContext({
    baseURL: origin,
    storageState: { cookies: [], origins: [] },
    viewport,
  });
  const wallet = await context.newPage();
  await enterWallet(wallet);
  const { hashedPan } = await addCard(wallet);
  const fields = { recipientHashedPan: hashedPan };
  const { paymentId, receiptId } = await pay(request, { origin, fields });

  await page.goto(`${path}/${paymentId}`);
  await page.getByRole("button", { name: "Refund" }).click();
  await expect(page.getByLabel(/^Amount in/)).toBeFocused();
  const dialog = page.getByRole("dialog", { name: "Refund this payment" });
  const amount = dialog.getByLabel("Amount in USD");
  await expect(amount).toHaveValue("12.50");
  await amount.fill("12.51");
  await dialog.getByRole("button", { name: /^Refund/ }).click();
  await expect(dialog.getByText("Is more than the $12.50 left.")).toBeVisible();
  await lookOver(page);
  await amount.fill("4");
  await expect(dialog).toContainText("$4.00 goes back to the customer’s card.");
  await dialog.getByLabel("Merchant name").fill("Corner Bakery");
  await dialog.getByLabel("Reason").fill("One loaf was stale");
  await dialog.getByRole("button", { name: "Refund $4.00" }).dblclick();
  await expect(dialog).toBeHidden();

  const refunds = page.getByRole("table", { name: "Refunds" });
  await expect(refunds.getByRole("row")).toHaveCount(2);
  await expect(refunds).toContainText(`${receiptId}-R1`);
  await expect(refunds).toContainText("Sealed");
  await expect(page.locator("main").getByText("$4.00 refunded")).toBeVisible();
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline).toContainText(`$4.00, reference ${receiptId}-R1.`);
  await expect(timeline).toContainText("in total by then");
  await lookOver(page);

  await wallet.getByRole("link", { name: "Go to your receipts" }).click();
  const [note, sale] = [
    wallet.getByRole("link", { name: /Sealed credit note/ }),
    wallet.getByRole("link", { name: /Sealed receipt/ }),
  ];
  await expect(note).toContainText("+$4.00");
  await expect(note).toContainText("For the receipt of");
  await expect(sale).toContainText("$4.00 refunded");
  await lookOver(wallet);
  await note.click();
  await openReceipt(wallet);
  await confirmWithPin(wallet);
  const slip = wallet.locator(".print-slip");
  await expect(slip).toContainText(/Refund.*Corner Bakery.*Refunded\+\$4\.00.*One loaf was stale/s);
  await expect(slip).toContainText(paymentId);
  await lookOver(wallet);

  await wallet.getByRole("link", { name: /^the receipt of/ }).click();
  await expect(wallet.getByRole("heading", { level: 1, name: "$12.50" })).toBeVisible();
  await openReceipt(wallet);
  await confirmWithPin(wallet);
  await expect(slip).toContainText("Refunded since$4.00");
  await expect(wallet.getByRole("link", { name: /^Refund of \$4\.00/ })).toBeVisible();
  await lookOver(wallet);
  expect(noise).toEqual([]);
  await context.close();
});

test("a refund whose answer is lost is asked for again, and made once", async ({
  page,
  request,
  origin,
}) => {
  const { paymentId } = await pay(request, { origin });
  await page.goto(`${path}/${paymentId}`);
  const bodies: string[] = [];
  await page.route("**/refunds", async (route) => {
    bodies.push(route.request().postData() ?? "");
    if (bodies.length > MAX_ATTEMPTS) return route.continue();
    await route.abort("connectionreset");
  });
  await page.setViewportSize({ width: 390, height: 640 });
  await page.getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Merchant name").fill("Corner Bakery");
  await dialog.getByRole("button", { name: "Refund $12.50" }).click();
  await expect(dialog).toContainText("It is not known yet whether this was refunded");
  await expect(dialog.getByText("There was no answer.")).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(dialog.getByLabel("Amount in USD")).toHaveAttribute("readonly");
  await lookOver(page);

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("It is not known yet whether this was refunded")).toBeVisible();
  await page.getByRole("button", { name: "Refund" }).click();
  await dialog.getByRole("button", { name: "Ask again" }).click();
  await expect(dialog).toBeHidden();
  expect(bodies).toHaveLength(MAX_ATTEMPTS + 1);
  expect(new Set(bodies).size).toBe(1);
  await expect(page.getByRole("table", { name: "Refunds" }).getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Refund" })).toHaveCount(0);
});

test("whoever was slower is told at the field what is left", { tag: "@long" }, async ({
  page,
  request,
  origin,
}) => {
  const { paymentId } = await pay(request, { origin });
  await page.goto(`${path}/${paymentId}`);
  await page.getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Amount in USD")).toHaveValue("12.50");
  const faster = await request.post(`/api/v1/payments/gateway_one/${paymentId}/refunds`, {
    headers: { Origin: origin, "X-Environment": "development" },
    data: {
      refundReference: "faster",
      receiptId: "faster",
      transactionId: "faster",
      transactionDate: "2026-11-20T09:30:00Z",
      merchantName: "Corner Bakery",
      amount: 1000,
    },
  });
  expect(faster.status(), await faster.text()).toBe(201);

  await dialog.getByLabel("Merchant name").fill("Corner Bakery");
  await dialog.getByRole("button", { name: "Refund $12.50" }).click();
  await expect(dialog.getByText("This is more than is left to refund.")).toBeVisible();
  await expect(dialog.getByText("$2.50 of $12.50 is left.")).toBeVisible();
  await lookOver(page);
  await dialog.getByLabel("Amount in USD").fill("2.50");
  await dialog.getByLabel("Amount in USD").press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Refund" })).toHaveCount(0);
});

test("a refund that the gateway refuses stays in sight, with its reason", { tag: "@long" }, async ({
  page,
  request,
  origin,
}) => {
  const { paymentId } = await pay(request, { origin });
  await page.goto(`${path}/${paymentId}`);
  await page.getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Merchant name").fill("Corner Bakery");
  await dialog.getByLabel("Reference").fill(`sandbox_refund_failed-${paymentId}`);
  await dialog.getByLabel("Reference").press("Enter");
  const refunds = page.getByRole("table", { name: "Refunds" });
  await expect(refunds).toContainText("Failed");
  await expect(page.getByText(/^The gateway refused the refund of \$12\.50/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Refund" })).toBeVisible();
  await lookOver(page);
});

test("a payment that waits says so, and is canceled with nothing charged", async ({
  page,
  request,
  origin,
}) => {
  const fields = { paymentMethod: "sandbox_requires_confirmation" };
  const { paymentId } = await pay(request, { origin, fields });
  await page.goto(`${path}/${paymentId}`);
  await expect(page.getByText("Waiting for the customer", { exact: true })).toBeVisible();
  await lookOver(page);
  await cancel(page, "Nothing was charged yet, and nothing will be.");
  await expect(page.getByText("Canceled", { exact: true })).toBeVisible();
  await expect(page.getByText("Void", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Payment canceled");
  await expect(page.getByRole("button", { name: "Cancel payment" })).toHaveCount(0);
  await lookOver(page);

  await page.goto(`${path}?status=canceled`);
  await expect(page.getByRole("table", { name: "Payments" })).toContainText(paymentId);
});

test("a payment without an answer may have been made, and its cancellation gives it back", {
  tag: "@long",
}, async ({ page, request, origin }) => {
  const fields = { paymentMethod: "sandbox_timeout" };
  const { receiptId } = await pay(request, { origin, fields, status: 503 });
  await putSettlementOff(receiptId);
  await page.goto(`${path}?search=${receiptId}`);
  await page.getByRole("link", { name: receiptId }).click();
  await expect(page.getByText("It is not known yet whether this payment was made")).toBeVisible();
  await expect(page.getByText(/within 10 minutes of its creation/)).toBeVisible();
  await lookOver(page);
  await cancel(page, /If the payment was made, \$12\.50 is refunded in full\./);
  await expect(page.getByText("The payment was made, and is refunded in full")).toBeVisible();
  await expect(page.getByRole("table", { name: "Refunds" })).toContainText("$12.50");
});

test("a cancellation that the gateway does not answer is kept, and says so", {
  tag: "@long",
}, async ({ page, request, origin }) => {
  const fields = { paymentMethod: "sandbox_requires_confirmation" };
  const { paymentId } = await pay(request, { origin, fields });
  await page.goto(`${path}/${paymentId}`);
  await page.route("**/cancel", (route) =>
    route.fulfill({
      status: 503,
      headers: { "Retry-After": "1", "X-Payment-Id": paymentId },
      json: { error: { code: "service_unavailable", message: "No answer", details: "" } },
    }),
  );
  await page.getByRole("button", { name: "Cancel payment" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel payment" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The cancellation is kept");
  await lookOver(page);
  await dialog.getByRole("button", { name: "Keep it" }).click();
  await expect(page.getByText("The payment is not canceled yet")).toBeVisible();
});

async function cancel(page: Page, sentence: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: "Cancel payment" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this payment?" });
  await expect(dialog).toContainText(sentence);
  await lookOver(page);
  await dialog.getByRole("button", { name: "Cancel payment" }).click();
  await expect(dialog).toBeHidden();
}
