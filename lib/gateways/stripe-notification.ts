import Stripe from "stripe";
import type { Delivery, Notification, NotifiedPayment } from "./notification.ts";
import { finalOutcome } from "./notification.ts";
import { fromStripeAmount } from "./stripe-amount.ts";
import { readIntent } from "./stripe-answer.ts";
import type { StripeCredentials } from "./stripe-credentials.ts";

/** Seconds; Stripe signs each delivery anew, so that an honest one is never old. */
const TOLERANCE = 300;

/**
 * Verifies by Stripe's rule, an HMAC over time and body (https://docs.stripe.com/webhooks/signature),
 * and reads the events of PaymentIntents and refunds.
 */
export function parseStripeNotification(
  { webhookSecret }: Pick<StripeCredentials, "webhookSecret">,
  { body, headers }: Delivery,
): Notification {
  if (!webhookSecret) return { kind: "refused", reason: "webhookSecret: the connection has none" };

  const signature = headers.get("stripe-signature") ?? "";
  try {
    const payload = Buffer.from(body);
    const event = Stripe.webhooks.constructEvent(payload, signature, webhookSecret, TOLERANCE);
    const payment = readEvent(event);
    return { kind: "verified", eventId: event.id, ...(payment ? { payment } : {}) };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: "refused", reason: "body: is not an event" };
    // The package's message repeats what was sent.
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    return { kind: "refused", reason: "Stripe-Signature: does not match, or is too old" };
  }
}

function readEvent(event: Stripe.Event): NotifiedPayment | undefined {
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled": {
      const intent = event.data.object;
      const { paymentId } = intent.metadata;
      return paymentId ? { paymentId, ...finalOutcome(readIntent(intent)) } : undefined;
    }
    case "charge.refunded": {
      // A charge has the metadata of its PaymentIntent, and the sum of its refunds.
      const { metadata, amount_refunded: refunded, currency } = event.data.object;
      const refundedAmount = fromStripeAmount(refunded, currency);
      return metadata.paymentId && refundedAmount !== undefined
        ? { paymentId: metadata.paymentId, refundedAmount }
        : undefined;
    }
    default:
      return undefined;
  }
}
