import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { providerText } from "#lib/core/text.ts";
import {
  type Delivery,
  finalOutcome,
  type Notification,
  type NotifiedDispute,
  type NotifiedPayment,
} from "#lib/gateways/gateway.ts";
import { parseEvent } from "#lib/gateways/parse-event.ts";
import { logProviderFailure } from "#lib/gateways/provider-call.ts";
import { readPayment } from "./answer.ts";
import { connectSquare, type SquarePlace } from "./connect.ts";
import type { SquareCredentials } from "./credentials.ts";

/** Square signs no time, and redelivers what failed for up to 24 hours: a day of margin. */
const MAX_AGE_MS = 48 * 60 * 60 * 1000;

const eventShape = z.object({
  event_id: providerText.min(1),
  created_at: z.iso.datetime({ offset: true }),
  type: providerText,
  data: z.unknown(),
});

const paymentData = z.object({
  object: z.object({
    payment: z.object({
      id: providerText,
      order_id: providerText.optional(),
      status: providerText.optional(),
      reference_id: providerText,
      refund_ids: z.array(providerText).optional(),
      card_details: z
        .object({ errors: z.array(z.object({ code: providerText })).default([]) })
        .optional(),
    }),
  }),
});
const refundData = z.object({
  object: z.object({ refund: z.object({ payment_id: providerText }) }),
});
const disputeData = z.object({
  object: z.object({
    dispute: z.object({
      id: providerText,
      state: providerText,
      reason: providerText,
      amount_money: z.object({ amount: z.int() }),
      disputed_payment: z.object({ payment_id: providerText }),
    }),
  }),
});

type SquarePayment = z.output<typeof paymentData>["object"]["payment"];
type SquareDispute = z.output<typeof disputeData>["object"]["dispute"];

/** What an event says, and of which payment: by our name for it, or only by Square's. */
type News = NotifiedPayment | { squareId: string; news: Omit<NotifiedPayment, "paymentId"> };

/**
 * Verifies by Square's rule, an HMAC over the subscription's address and the body
 * (https://developer.squareup.com/docs/webhooks/step3validate), and reads the events of payments,
 * refunds, and disputes.
 */
export async function parseSquareNotification(
  credentials: SquareCredentials,
  { body, headers, url }: Delivery,
  place: SquarePlace,
  signal: AbortSignal,
): Promise<Notification> {
  const { webhookSignatureKey, notificationUrl } = credentials;
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

  const news = readNews(event.data);
  if (!news) return { kind: "verified", eventId, type };
  if ("paymentId" in news) return { kind: "verified", eventId, type, payment: news };
  try {
    const square = connectSquare(credentials, place, signal);
    const { payment } = await square.payments.get({ paymentId: news.squareId });
    const paymentId = payment?.referenceId;
    const named = paymentId ? { payment: { paymentId, ...news.news } } : {};
    return { kind: "verified", eventId, type, ...named };
  } catch (error) {
    logProviderFailure("square", news.squareId, error);
    return { kind: "unclear" };
  }
}

// Square's package compares with `===`, which takes longer the more of a signature is right.
function isSigned(signature: string, key: string, address: string, body: Uint8Array): boolean {
  const expected = createHmac("sha256", key).update(address).update(body).digest();
  const given = Buffer.from(signature, "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Undefined for an event that we do not follow. */
function readNews({ type, data }: z.output<typeof eventShape>): News | undefined {
  if (type.startsWith("payment.")) {
    const payment = paymentData.safeParse(data).data?.object.payment;
    return payment && describePayment(payment);
  }
  if (type.startsWith("refund.")) {
    const refund = refundData.safeParse(data).data?.object.refund;
    return refund && { squareId: refund.payment_id, news: { refundsChanged: true } };
  }
  if (type.startsWith("dispute.")) {
    const dispute = disputeData.safeParse(data).data?.object.dispute;
    return dispute && describeDispute(dispute);
  }
  return undefined;
}

function describePayment(payment: SquarePayment): NotifiedPayment {
  const { id, order_id: orderId, status, reference_id: paymentId, refund_ids } = payment;
  const outcome = readPayment({
    id,
    ...(orderId ? { orderId } : {}),
    ...(status ? { status } : {}),
    cardDetails: payment.card_details ?? {},
  });
  return {
    paymentId,
    ...finalOutcome(outcome),
    ...(refund_ids?.length ? { refundsChanged: true } : {}),
  };
}

function describeDispute({
  id: disputeId,
  state,
  reason,
  amount_money: { amount },
  disputed_payment: { payment_id: squareId },
}: SquareDispute): News {
  const status = DISPUTE_STATUS.get(state) ?? "open";
  return {
    squareId,
    news: { dispute: { disputeId, status, reason: reason.toLowerCase(), amount } },
  };
}

/** The merchant keeps the money, too, where an inquiry was closed. */
const DISPUTE_STATUS: ReadonlyMap<string, NotifiedDispute["status"]> = new Map([
  ["WON", "won"],
  ["INQUIRY_CLOSED", "won"],
  ["LOST", "lost"],
  ["ACCEPTED", "lost"],
]);
