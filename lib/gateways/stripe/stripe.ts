import type Stripe from "stripe";
import { chargeOnce } from "#lib/gateways/charge-once.ts";
import type { Charge, Gateway } from "#lib/gateways/gateway.ts";
import { isSettled, NO_ANSWER } from "#lib/gateways/provider-answer.ts";
import { logProviderFailure, orUnknown } from "#lib/gateways/provider-call.ts";
import { refundOnce } from "#lib/gateways/refund-once.ts";
import { toStripeAmount } from "./amount.ts";
import { readIntent, readLostIntent, readStripeError } from "./answer.ts";
import { cancelIntent } from "./cancel-intent.ts";
import { checkAccount } from "./check-account.ts";
import { connectStripe } from "./connect.ts";
import type { StripeCredentials } from "./credentials.ts";
import { findStripePaymentId, listAccountStripeDisputes, listStripeDisputes } from "./disputes.ts";
import { findIntent } from "./find-intent.ts";
import { withCharge } from "./match.ts";
import { listStripeRefunds, sendStripeRefund } from "./refunds.ts";

/** Stripe may forget a key after 24 hours: an hour of margin for clocks. */
const KEY_LIFETIME_MS = 23 * 60 * 60 * 1000;

const UNWRITABLE = "amount: the provider cannot take it in this currency";

/** Charges through Stripe PaymentIntents. `baseUrl` replaces the address of Stripe's API. */
export function createStripe(
  { secretKey }: Pick<StripeCredentials, "secretKey">,
  { baseUrl }: { baseUrl?: string | undefined } = {},
): Gateway {
  const connect = (signal: AbortSignal) => connectStripe(secretKey, baseUrl, signal);
  return {
    async charge(charge, signal) {
      const amount = toStripeAmount(charge.amount, charge.currency);
      if (amount === undefined) return { kind: "invalid", reason: UNWRITABLE };

      const { paymentId } = charge;
      const stripe = connect(signal);
      return await orUnknown("stripe", paymentId, signal, () =>
        chargeOnce(charge, {
          keyLifetimeMs: KEY_LIFETIME_MS,
          send: () => sendIntent(stripe, charge, amount, signal),
          async find() {
            const intent = await findIntent(stripe, charge);
            return intent && readLostIntent(intent);
          },
        }),
      );
    },

    async find(charge, signal) {
      const { paymentId, orderId, providerReference, askedAt } = charge;
      const stripe = connect(signal);
      const id = providerReference ?? orderId;
      return await orUnknown("stripe", paymentId, signal, async () => {
        if (id) return readIntent(await stripe.paymentIntents.retrieve(id, withCharge));
        const intent = await findIntent(stripe, charge, askedAt);
        if (intent) return readLostIntent(intent);
        return isSettled(askedAt) ? { kind: "absent" } : NO_ANSWER;
      });
    },

    async cancel(charge, signal) {
      const amount = toStripeAmount(charge.amount, charge.currency);
      // Such a charge is never sent.
      if (amount === undefined) return { kind: "canceled" };
      return await orUnknown("stripe", charge.paymentId, signal, () =>
        cancelIntent(connect(signal), charge, amount, signal),
      );
    },

    async refund(refund, signal) {
      const amount = toStripeAmount(refund.amount, refund.currency);
      if (amount === undefined) return { kind: "failed", reason: UNWRITABLE };

      const stripe = connect(signal);
      return await orUnknown("stripe", refund.refundId, signal, () =>
        refundOnce(refund, {
          send: () => sendStripeRefund(stripe, refund, amount, signal),
          list: () => listStripeRefunds(stripe, refund.providerReference),
        }),
      );
    },

    async listRefunds({ paymentId, providerReference }, signal) {
      try {
        return await listStripeRefunds(connect(signal), providerReference);
      } catch (error) {
        logProviderFailure("stripe", paymentId, error);
        return undefined;
      }
    },

    async listDisputes({ paymentId, providerReference }, signal) {
      try {
        return await listStripeDisputes(connect(signal), providerReference);
      } catch (error) {
        logProviderFailure("stripe", paymentId, error);
        return undefined;
      }
    },

    async listAccountDisputes(since, signal) {
      try {
        return await listAccountStripeDisputes(connect(signal), since);
      } catch (error) {
        logProviderFailure("stripe", undefined, error);
        return undefined;
      }
    },

    async findPaymentId(providerReference, signal) {
      return await orUnknown("stripe", providerReference, signal, () =>
        findStripePaymentId(connect(signal), providerReference),
      );
    },

    check: (signal) => checkAccount(connect(signal)),
  };
}

async function sendIntent(stripe: Stripe, charge: Charge, amount: number, signal: AbortSignal) {
  try {
    const intent = await stripe.paymentIntents.create(describeIntent(charge, amount), {
      idempotencyKey: charge.paymentId,
    });
    return readIntent(intent);
  } catch (error) {
    const answer = readStripeError(error, signal);
    if (answer.kind === "unknown" || answer.kind === "conflict") {
      logProviderFailure("stripe", charge.paymentId, error);
    }
    return answer;
  }
}

function describeIntent(charge: Charge, amount: number): Stripe.PaymentIntentCreateParams {
  const card = describeCard(charge);
  return {
    amount,
    currency: charge.currency.toLowerCase(),
    // Receipts belong to a card. It also rules out methods that redirect, for which Stripe would
    // refuse to confirm without a return_url, and a point of sale has no page to return to.
    allowed_payment_method_types: card ? ["card"] : ["card", "card_present"],
    metadata: {
      paymentId: charge.paymentId,
      receiptId: charge.receiptId,
      merchantId: charge.merchantId,
      transactionId: charge.transactionId,
      organizationId: charge.organizationId,
      environment: charge.environment,
    },
    ...(charge.customer?.startsWith("cus_") ? { customer: charge.customer } : {}),
    // Not off_session: the customer is there, so a card that asks for authentication becomes
    // requires_action, which the client finishes (use_stripe_sdk), where off_session would decline.
    ...(card ? { ...card, ...withCharge, confirm: true, use_stripe_sdk: true } : {}),
  };
}

/**
 * Undefined for anything else in `paymentMethod`, which is words on a receipt: then the client, or a
 * card reader, confirms with the secret.
 */
function describeCard({
  paymentMethod,
}: Charge):
  | Pick<Stripe.PaymentIntentCreateParams, "payment_method" | "confirmation_token">
  | undefined {
  if (paymentMethod?.startsWith("pm_")) return { payment_method: paymentMethod };
  if (paymentMethod?.startsWith("ctoken_")) return { confirmation_token: paymentMethod };
  return undefined;
}
