import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import {
  type Delivery,
  finalOutcome,
  type Notification,
  type NotifiedPayment,
} from "#lib/gateways/gateway.ts";
import { readPayment } from "./answer.ts";
import type { SquareCredentials } from "./credentials.ts";

/** Square signs no time, and redelivers what failed for up to 24 hours: a day of margin. */
const MAX_AGE_MS = 48 * 60 * 60 * 1000;

const eventShape = z.object({
  event_id: z.string().min(1).max(255),
  created_at: z.iso.datetime({ offset: true }),
  type: z.string(),
  data: z.unknown(),
});

const paymentData = z.object({
  object: z.object({
    payment: z.object({
      id: z.string(),
      order_id: z.string().optional(),
      status: z.string().optional(),
      reference_id: z.string(),
      refunded_money: z.object({ amount: z.int().min(0) }).optional(),
      card_details: z
        .object({ errors: z.array(z.object({ code: z.string() })).default([]) })
        .optional(),
    }),
  }),
});

type SquarePayment = z.output<typeof paymentData>["object"]["payment"];

/**
 * Verifies by Square's rule, an HMAC over the subscription's address and the body
 * (https://developer.squareup.com/docs/webhooks/step3validate), and reads the events of payments;
 * that of a refund is followed by one of its payment, which has the sum.
 */
export function parseSquareNotification(
  { webhookSignatureKey, notificationUrl }: SquareCredentials,
  { body, headers, url }: Delivery,
): Notification {
  if (!webhookSignatureKey) {
    return { kind: "refused", reason: "webhookSignatureKey: the connection has none" };
  }
  const signature = headers.get("x-square-hmacsha256-signature") ?? "";
  if (!isSigned(signature, webhookSignatureKey, notificationUrl ?? url, body)) {
    return { kind: "refused", reason: "x-square-hmacsha256-signature: does not match" };
  }

  const event = readJson(body);
  if (!event.success) return { kind: "refused", reason: "body: is not an event" };
  const { event_id: eventId, created_at: createdAt, type, data } = event.data;
  if (Date.now() - Date.parse(createdAt) > MAX_AGE_MS) {
    return { kind: "refused", reason: "created_at: is too old" };
  }
  const payment = type.startsWith("payment.") ? paymentData.safeParse(data) : undefined;
  if (!payment?.success) return { kind: "verified", eventId };
  return { kind: "verified", eventId, payment: describePayment(payment.data.object.payment) };
}

// Square's package compares with `===`, which takes longer the more of a signature is right.
function isSigned(signature: string, key: string, address: string, body: Uint8Array): boolean {
  const expected = createHmac("sha256", key).update(address).update(body).digest();
  const given = Buffer.from(signature, "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function readJson(body: Uint8Array) {
  try {
    return eventShape.safeParse(JSON.parse(Buffer.from(body).toString("utf8")));
  } catch {
    return eventShape.safeParse(undefined);
  }
}

function describePayment(payment: SquarePayment): NotifiedPayment {
  const { id, order_id: orderId, status, reference_id: paymentId, refunded_money } = payment;
  const outcome = readPayment({
    id,
    ...(orderId ? { orderId } : {}),
    ...(status ? { status } : {}),
    cardDetails: payment.card_details ?? {},
  });
  return {
    paymentId,
    ...finalOutcome(outcome),
    ...(refunded_money ? { refundedAmount: refunded_money.amount } : {}),
  };
}
