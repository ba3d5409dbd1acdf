import { randomBytes, randomUUID } from "node:crypto";
import { type APIRequestContext, expect } from "@playwright/test";

type Pay = { origin: string; environment?: string; fields?: object; status?: number };

export type Paid = { receiptId: string; transactionId: string; paymentId: string };

/**
 * Takes a payment of 12.50 USD with a card that nobody has registered, in the session of `request`.
 * Declined with `status: 402`, which leaves `paymentId` empty.
 */
export async function pay(
  request: APIRequestContext,
  { origin, environment = "development", fields = {}, status = 201 }: Pay,
): Promise<Paid> {
  const order = { receiptId: randomUUID(), transactionId: randomUUID() };
  const answer = await request.post("/api/v1/payments/gateway_one/create", {
    headers: { Origin: origin, "X-Environment": environment },
    data: {
      ...order,
      transactionDate: "2026-11-20T09:30:00Z",
      merchantId: "bakery-7",
      merchantName: "Corner Bakery",
      currency: "usd",
      amount: 1250,
      recipientHashedPan: randomBytes(32).toString("hex"),
      ...fields,
    },
  });
  expect(answer.status(), await answer.text()).toBe(status);
  const { data } = await answer.json();
  return { ...order, paymentId: data?.paymentId ?? "" };
}
