import Stripe from "stripe";
import { z } from "zod";
import {
  type Delivery,
  finalOutcome,
  type Notification,
  type NotifiedPayment,
} from "#lib/gateways/gateway.ts";
import { fromStripeAmount } from "./amount.ts";
import { readIntent } from "./answer.ts";
import type { StripeCredentials } from "./credentials.ts";

const eventShape = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  data: z.object({ object: z.unknown().optional() }).optional(),
});
/** A merchant's account also has intents and charges that are not ours. */
const intentObject = z.object({ metadata: z.object({ paymentId: z.string().max(128) }) });
const chargeObject = intentObject.extend({ amount_refunded: z.int().min(0), currency: z.string() });

/** Stripe signs each delivery anew, so an honest one is never old. */
const TOLERANCE_SECONDS = 300;

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
    const signed = Stripe.webhooks.constructEvent(
      payload,
      signature,
      webhookSecret,
      TOLERANCE_SECONDS,
    );
    const event = eventShape.safeParse(signed);
    if (!event.success) return { kind: "refused", reason: "body: is not an event" };
    const payment = readEvent(event.data);
    return { kind: "verified", eventId: event.data.id, ...(payment ? { payment } : {}) };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: "refused", reason: "body: is not an event" };
    // The package's message repeats what was sent.
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    return { kind: "refused", reason: "Stripe-Signature: does not match, or is too old" };
  }
}

function readEvent({ type, data }: z.output<typeof eventShape>): NotifiedPayment | undefined {
  switch (type) {
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled": {
      const intent = intentObject.safeParse(data?.object).data;
      if (!intent) return undefined;
      // The rest of it has the shape of the package's type: Stripe has signed it.
      const outcome = readIntent(data?.object as Stripe.PaymentIntent);
      return { paymentId: intent.metadata.paymentId, ...finalOutcome(outcome) };
    }
    case "charge.refunded": {
      // A charge has the metadata of its PaymentIntent, and the sum of its refunds.
      const charge = chargeObject.safeParse(data?.object).data;
      if (!charge) return undefined;
      const refundedAmount = fromStripeAmount(charge.amount_refunded, charge.currency);
      const { paymentId } = charge.metadata;
      return refundedAmount === undefined ? undefined : { paymentId, refundedAmount };
    }
    default:
      return undefined;
  }
}
