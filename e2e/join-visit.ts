import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";

/** A code that takes the visit of this page's browser to another one, once. */
export async function createHandoverCode(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const answer = await fetch("/api/demo/visit/handover", { method: "POST" });
    return (await answer.json()).data.code;
  });
}

/** Pays 12.90 with the card as the visit of the page's browser. */
export async function payAsVisit(page: Page, recipientHashedPan: string): Promise<void> {
  const { origin } = new URL(page.url());
  const answer = await page.request.post("/api/v1/payments/gateway_one/create", {
    headers: { Origin: origin, "X-Session": "visit" },
    data: {
      receiptId: randomUUID(),
      merchantId: "m_corner",
      merchantName: "Corner Bakery",
      transactionId: randomUUID(),
      transactionDate: "2026-11-20T09:30:00+01:00",
      currency: "eur",
      amount: 1290,
      recipientHashedPan,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** Takes the visit of a browser to another one, as the link behind the QR code does. */
export async function joinVisit(from: Page, other: Page): Promise<void> {
  const code = await createHandoverCode(from);
  // A file of the same origin, without scripts.
  await other.goto("/example.json");
  await other.evaluate(async (body) => {
    const headers = { "Content-Type": "application/json" };
    await fetch("/api/demo/visit/join", { method: "POST", headers, body });
  }, JSON.stringify({ code }));
}
