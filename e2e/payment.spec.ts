import { expect } from "@playwright/test";
import { answerLate } from "./answer-late.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { pay } from "./pay.ts";
import { test } from "./signed-in.ts";

const path = "/merchant/payments";

test("tells the story of a payment, and leads to the call that made it", async ({
  page,
  request,
  origin,
}) => {
  const noise = listenForNoise(page);
  const { paymentId, receiptId, transactionId } = await pay(request, { origin });
  // The log is written in batches.
  const inLog = async () => {
    const headers = { "X-Environment": "development" };
    const answer = await request.get(`/api/console/payments/${paymentId}`, { headers });
    return (await answer.json()).data.requestId;
  };
  await expect.poll(inLog).toMatch(/^req_/);

  await page.goto(`${path}/${paymentId}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment of $12.50");
  await expect(page.getByText(paymentId, { exact: true })).toBeVisible();
  const timeline = page.getByRole("region", { name: "Timeline" }).getByRole("listitem");
  await expect(timeline).toHaveText([
    /^Payment created/,
    /^Receipt put into escrow/,
    /^Payment succeeded/,
  ]);
  const references = page.getByRole("region", { name: "References" });
  await expect(references).toContainText(receiptId);
  await expect(references).toContainText(transactionId);
  await expect(references.getByText("Gateway reference")).toBeVisible();

  const ledger = page.getByRole("region", { name: "In the bank’s ledger" });
  await expect(ledger).toContainText(/Authorization code\s*S\d{5}/);
  await expect(ledger).toContainText("5999");

  const envelope = page.getByRole("region", { name: "The receipt, as the service sees it" });
  await expect(envelope).toContainText("It cannot be read in this console");
  await expect(envelope).toContainText("JWE flattened, RFC 7516");
  await expect(envelope).toContainText("The service’s escrow key");
  await expect(page.getByText("Corner Bakery")).toHaveCount(0);
  await lookOver(page);

  await references.getByRole("link", { name: /^req_/ }).click();
  await expect(page).toHaveURL(/\/merchant\/requests\/req_/);
  await expect(page.getByRole("dialog")).toContainText("/api/v1/payments/{gateway}/create");
  expect(noise).toEqual([]);
});

test("says why a payment failed", { tag: "@long" }, async ({ page, request, origin }) => {
  const paymentMethod = "pm_card_chargeDeclined";
  const { receiptId } = await pay(request, { origin, fields: { paymentMethod }, status: 402 });
  await page.goto(`${path}?search=${receiptId}`);
  await page.getByRole("link", { name: receiptId }).click();
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Payment failed");
  await expect(page.getByText(/^The gateway’s reason/)).toBeVisible();
  await lookOver(page);
  await page.getByRole("main").getByRole("link", { name: "Payments" }).click();
  await expect(page).toHaveURL(path);
});

test("notices by itself that the gateway has decided", async ({ page, request, origin }) => {
  const fields = { paymentMethod: "sandbox_requires_confirmation" };
  const { paymentId } = await pay(request, { origin, fields });
  await page.goto(`${path}/${paymentId}`);
  await expect(page.getByText("Confirmation needed")).toBeVisible();
  await page.route(`**/api/console/payments/${paymentId}`, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.data.status = "succeeded";
    answer.data.timeline.push({ kind: "succeeded", at: new Date().toISOString() });
    await route.fulfill({ response, json: answer });
  });
  await expect(page.getByText("Payment succeeded")).toBeVisible();
});

test("does not exist in another environment", { tag: "@long" }, async ({
  page,
  request,
  origin,
}) => {
  const { paymentId } = await pay(request, { origin });
  await page.goto(`${path}/${paymentId}?environment=staging`);
  await expect(page.getByText("No such payment in staging")).toBeVisible();
  await lookOver(page);
  await page.goto(`${path}/${paymentId}?environment=development`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment of $12.50");
});

test("draws loading, error and another try", { tag: "@long" }, async ({
  page,
  request,
  origin,
}) => {
  const { paymentId } = await pay(request, { origin });
  const payment = await answerLate(page, `**/api/console/payments/${paymentId}`);
  await page.goto(`${path}/${paymentId}`);
  await expect(page.getByText("Loading the payment")).toBeAttached();
  await lookOver(page);
  await payment.refuse();
  const alert = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  await expect(alert).toContainText("Not today.");
  await payment.giveWay();
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment of $12.50");
});
