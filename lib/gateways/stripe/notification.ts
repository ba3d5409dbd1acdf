import Stripe from "stripe";
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
import { fromStripeAmount } from "./amount.ts";
import { readIntent } from "./answer.ts";
import { connectStripe } from "./connect.ts";
import type { StripeCredentials } from "./credentials.ts";

const eventShape = z.object({
  id: providerText.min(1),
  type: providerText,
  data: z.object({ object: z.unknown().optional() }).optional(),
});

/**
 * What events are about. Intents have our id, and their charges copy it; refunds have it where we asked
 * for them. A merchant's account also has payments that are not ours.
 */
const subjectShape = z.object({
  id: providerText.nullish(),
  client_secret: providerText.nullish(),
  metadata: z.object({ paymentId: providerText.max(128).optional() }).nullish(),
  payment_intent: providerText.nullish(),
});
const disputeShape = z.object({
  id: providerText,
  status: providerText,
  reason: providerText,
  amount: z.int(),
  currency: providerText,
});

/** Stripe signs each delivery anew, so an honest one is never old. */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies by Stripe's rule, an HMAC over time and body (https://docs.stripe.com/webhooks/signature),
 * and reads the events of PaymentIntents, refunds, and disputes.
 */
export async function parseStripeNotification(
  credentials: StripeCredentials,
  { body, headers }: Delivery,
  { baseUrl }: { baseUrl?: string | undefined },
  signal: AbortSignal,
): Promise<Notification> {
  const { webhookSecret, secretKey } = credentials;
  if (!webhookSecret) return { kind: "refused", reason: "webhookSecret: the connection has none" };

  const signature = headers.get("stripe-signature") ?? "";
  const event = readEvent(body, signature, webhookSecret);
  if ("kind" in event) return event;
  const { id: eventId, type } = event;
  const subject = subjectShape.safeParse(event.data?.object).data;
  const news = subject && readNews(event);
  if (!news) return { kind: "verified", eventId, type };

  const own = subject.metadata?.paymentId;
  if (own) return { kind: "verified", eventId, type, payment: { paymentId: own, ...news } };
  if (!subject.payment_intent) return { kind: "verified", eventId, type };
  try {
    const stripe = connectStripe(secretKey, baseUrl, signal);
    const { metadata } = await stripe.paymentIntents.retrieve(subject.payment_intent);
    const { paymentId } = metadata;
    return {
      kind: "verified",
      eventId,
      type,
      ...(paymentId ? { payment: { paymentId, ...news } } : {}),
    };
  } catch (error) {
    logProviderFailure("stripe", subject.payment_intent, error);
    return { kind: "unclear" };
  }
}

/**
 * The event, if Stripe has signed it. Not by the package's `constructEvent`, which throws for events of
 * another shape, such as thin ones, that are signed all the same.
 */
function readEvent(
  body: Uint8Array,
  signature: string,
  webhookSecret: string,
): z.output<typeof eventShape> | Extract<Notification, { kind: "refused" }> {
  const payload = Buffer.from(body);
  if (!isSigned(payload, signature, webhookSecret)) {
    return { kind: "refused", reason: "Stripe-Signature: does not match, or is too old" };
  }
  const event = eventShape.safeParse(parseEvent(payload)).data;
  return event ?? { kind: "refused", reason: "body: is not an event" };
}

function isSigned(payload: Buffer, header: string, webhookSecret: string): boolean {
  const { signature } = Stripe.webhooks;
  try {
    return signature?.verifyHeader(payload, header, webhookSecret, TOLERANCE_SECONDS) ?? false;
  } catch (error) {
    // The package's message repeats what was sent.
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

/** What an event says; undefined for one that we do not follow. */
function readNews({
  type,
  data,
}: z.output<typeof eventShape>): Omit<NotifiedPayment, "paymentId"> | undefined {
  switch (type) {
    // Not payment_intent.payment_failed: the intent stays open, and another card may follow.
    case "payment_intent.succeeded":
    case "payment_intent.canceled":
      // It has the shape of the package's type: Stripe has signed it.
      return finalOutcome(readIntent(data?.object as Stripe.PaymentIntent));
    case "charge.refunded":
    case "charge.refund.updated":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return { refundsChanged: true };
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed": {
      const dispute = readDispute(data?.object);
      return dispute && { dispute };
    }
    default:
      return undefined;
  }
}

function readDispute(object: unknown): NotifiedDispute | undefined {
  const dispute = disputeShape.safeParse(object).data;
  const amount = dispute && fromStripeAmount(dispute.amount, dispute.currency);
  if (!dispute || amount === undefined) return undefined;
  const { id: disputeId, status, reason } = dispute;
  return { disputeId, status: DISPUTE_STATUS.get(status) ?? "open", reason, amount };
}

/** The merchant keeps the money, too, where an inquiry was closed or a dispute prevented. */
const DISPUTE_STATUS: ReadonlyMap<string, NotifiedDispute["status"]> = new Map([
  ["won", "won"],
  ["warning_closed", "won"],
  ["prevented", "won"],
  ["lost", "lost"],
]);
