import Stripe from "stripe";
import { z } from "zod";
import { isId } from "#lib/core/ids.ts";
import type { Delivery, Hint, HintSubject, Notification } from "#lib/gateways/gateway.ts";
import { eventName, objectName } from "#lib/gateways/notified-names.ts";
import { parseEvent } from "#lib/gateways/parse-event.ts";
import type { StripeCredentials } from "./credentials.ts";
import { TOLERANCE_SECONDS } from "./signature-header.ts";

const eventShape = z.object({
  id: eventName,
  type: z.string().max(255),
  data: z.object({ object: z.unknown().optional() }).optional(),
});

/** Intents have our id, and their charges and our refunds copy it; disputes and refunds made at Stripe do not. */
const subjectShape = z.object({
  id: objectName.optional(),
  payment_intent: objectName.nullish(),
  metadata: z.object({ paymentId: z.string().optional() }).nullish(),
});

/**
 * Verifies by Stripe's rule, an HMAC over time and body (https://docs.stripe.com/webhooks/signature), and reads which
 * intent an event is about.
 */
export async function parseStripeNotification(
  { webhookSecret }: StripeCredentials,
  { body, headers }: Delivery,
): Promise<Notification> {
  if (!webhookSecret) return { kind: "refused", reason: "webhookSecret: the connection has none" };

  const signature = headers.get("stripe-signature") ?? "";
  const event = readEvent(body, signature, webhookSecret);
  if ("kind" in event) return event;
  const { id: eventId, type } = event;
  const hint = readHint(event);
  return { kind: "verified", eventId, type, ...(hint && { hint }) };
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

/** Undefined for an event that we do not follow, and for one of a payment that is not ours. */
function readHint({ type, data }: z.output<typeof eventShape>): Hint | undefined {
  const subject = SUBJECTS.get(type);
  const object = subject && subjectShape.safeParse(data?.object).data;
  if (!object) return undefined;

  const named = object.metadata?.paymentId;
  const paymentId = named && isId("payment", named) ? named : undefined;
  const isPayment = subject === "payment";
  const providerReference = isPayment ? object.id : object.payment_intent;
  // A merchant's account also has payments that are not ours: theirs have no name of ours.
  if (!providerReference || (isPayment && !paymentId)) return undefined;
  return { providerReference, paymentId, about: [subject], disputeId: undefined };
}

const SUBJECTS: ReadonlyMap<string, HintSubject> = new Map([
  // Not payment_intent.payment_failed: the intent stays open, and another card may follow.
  ["payment_intent.succeeded", "payment"],
  ["payment_intent.canceled", "payment"],
  // For what came after the answer; also where Stripe captures later than it answers.
  ["charge.updated", "charge"],
  ["charge.refunded", "refunds"],
  ["charge.refund.updated", "refunds"],
  ["refund.created", "refunds"],
  ["refund.updated", "refunds"],
  ["refund.failed", "refunds"],
  ["charge.dispute.created", "disputes"],
  ["charge.dispute.updated", "disputes"],
  ["charge.dispute.closed", "disputes"],
]);
