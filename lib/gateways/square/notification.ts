import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { isId } from "#lib/core/ids.ts";
import type { Delivery, Hint, Notification } from "#lib/gateways/gateway.ts";
import { eventName, objectName } from "#lib/gateways/notified-names.ts";
import { parseEvent } from "#lib/gateways/parse-event.ts";
import type { SquareCredentials } from "./credentials.ts";

/** Square signs no time, and redelivers what failed for up to 24 hours: a day of margin. */
const MAX_AGE_MS = 48 * 60 * 60 * 1000;

const eventShape = z.object({
  event_id: eventName,
  created_at: z.iso.datetime({ offset: true }),
  type: z.string().max(255),
  data: z.unknown(),
});

const paymentData = z.object({
  object: z.object({
    payment: z.object({
      id: objectName,
      reference_id: z.string(),
      refund_ids: z.array(z.string()).nullish(),
    }),
  }),
});
const refundData = z.object({ object: z.object({ refund: z.object({ payment_id: objectName }) }) });
const disputeData = z.object({
  object: z.object({
    dispute: z.object({
      id: objectName,
      disputed_payment: z.object({ payment_id: objectName }),
    }),
  }),
});

/**
 * Verifies by Square's rule, an HMAC over the subscription's address and the body
 * (https://developer.squareup.com/docs/webhooks/step3validate), and reads which payment an event is about.
 */
export async function parseSquareNotification(
  { webhookSignatureKey, notificationUrl }: SquareCredentials,
  { body, headers, url }: Delivery,
): Promise<Notification> {
  if (!webhookSignatureKey) {
    return { kind: "refused", reason: "webhookSignatureKey: the connection has none" };
  }
  const signature = headers.get("x-square-hmacsha256-signature") ?? "";
  if (!isSigned(signature, webhookSignatureKey, notificationUrl ?? url, body)) {
    return { kind: "refused", reason: "x-square-hmacsha256-signature: does not match" };
  }

  const event = eventShape.safeParse(parseEvent(body));
  if (!event.success) return { kind: "refused", reason: "body: is not an event" };
  const { event_id: eventId, created_at: createdAt, type } = event.data;
  if (Date.now() - Date.parse(createdAt) > MAX_AGE_MS) {
    return { kind: "refused", reason: "created_at: is too old" };
  }

  const hint = readHint(event.data);
  return { kind: "verified", eventId, type, ...(hint && { hint }) };
}

// Square's package compares with `===`, which takes longer the more of a signature is right.
function isSigned(signature: string, key: string, address: string, body: Uint8Array): boolean {
  const expected = createHmac("sha256", key).update(address).update(body).digest();
  const given = Buffer.from(signature, "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Undefined for an event that we do not follow, and for one of a payment that is not ours. */
function readHint({ type, data }: z.output<typeof eventShape>): Hint | undefined {
  if (type.startsWith("payment.")) {
    const payment = paymentData.safeParse(data).data?.object.payment;
    // Sales that the merchant makes elsewhere have no name of ours.
    if (!payment || !isId("payment", payment.reference_id)) return undefined;
    const { id: providerReference, reference_id: paymentId, refund_ids: refundIds } = payment;
    const about = refundIds?.length ? (["payment", "refunds"] as const) : (["payment"] as const);
    return { providerReference, paymentId, about, disputeId: undefined };
  }
  if (type.startsWith("refund.")) {
    const refund = refundData.safeParse(data).data?.object.refund;
    const providerReference = refund?.payment_id;
    return providerReference ? { ...unnamed, providerReference, about: ["refunds"] } : undefined;
  }
  if (type.startsWith("dispute.")) {
    const dispute = disputeData.safeParse(data).data?.object.dispute;
    if (!dispute) return undefined;
    const { id: disputeId, disputed_payment } = dispute;
    const providerReference = disputed_payment.payment_id;
    return { ...unnamed, providerReference, about: ["disputes"], disputeId };
  }
  return undefined;
}

const unnamed = { paymentId: undefined, disputeId: undefined };
