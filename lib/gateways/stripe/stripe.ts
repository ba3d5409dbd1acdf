import Stripe from "stripe";
import { chargeOnce } from "#lib/gateways/charge-once.ts";
import type { Charge, ChargeOutcome, Gateway } from "#lib/gateways/gateway.ts";
import { logProviderFailure, MAX_CALL_MS, providerFetch } from "#lib/gateways/provider-call.ts";
import { toStripeAmount } from "./amount.ts";
import { readCancelError, readIntent, readStripeCheck, readStripeError } from "./answer.ts";
import type { StripeCredentials } from "./credentials.ts";

/** Requests and answers are written for this version; the account's own default does not matter. */
export const STRIPE_API_VERSION = "2026-10-28.endive";

/** Stripe may forget a key after 24 hours: an hour of margin for clocks. */
const KEY_LIFETIME_MS = 23 * 60 * 60 * 1000;

/** Charges through Stripe PaymentIntents. `baseUrl` replaces the address of Stripe's API. */
export function createStripe(
  { secretKey }: Pick<StripeCredentials, "secretKey">,
  { baseUrl }: { baseUrl?: string | undefined } = {},
): Gateway {
  const connect = (signal: AbortSignal) => connectStripe(secretKey, baseUrl, signal);
  return {
    async charge(charge, signal) {
      const amount = toStripeAmount(charge.amount, charge.currency);
      if (amount === undefined) {
        return { kind: "invalid", reason: "amount: the provider cannot take it in this currency" };
      }

      const stripe = connect(signal);
      try {
        return await chargeOnce(charge, {
          keyLifetimeMs: KEY_LIFETIME_MS,
          send: () => sendIntent(stripe, charge, amount, signal),
          find: () => findIntent(stripe, charge),
        });
      } catch (error) {
        // Only the search throws: whether there is a charge stays open.
        logProviderFailure("stripe", charge.paymentId, error);
        return { kind: "unknown", reason: signal.aborted ? "timeout" : "provider_error" };
      }
    },

    async cancel(orderId, signal) {
      try {
        return readIntent(await connect(signal).paymentIntents.cancel(orderId));
      } catch (error) {
        return readCancelError(error, signal);
      }
    },

    async check(signal) {
      const stripe = connect(signal);
      try {
        // What a charge and its search need, also of a key with restricted permissions.
        const { object } = await stripe.paymentIntents.list({ limit: 1 });
        if (object !== "list") return { kind: "unknown" };
        return { kind: "ok", account: await findAccount(stripe) };
      } catch (error) {
        return readStripeCheck(error);
      }
    },
  };
}

/**
 * A client for one call: the package takes no AbortSignal with a request, but a `fetch` that has one.
 * That `fetch` also keeps the package from sending again after a closed connection, which it does
 * without being asked. A client costs less than 0.1 ms; the connections are not its own.
 */
function connectStripe(
  secretKey: string,
  baseUrl: string | undefined,
  signal: AbortSignal,
): Stripe {
  const { protocol, hostname, port } = new URL(baseUrl ?? "https://api.stripe.com");
  const scheme = protocol === "http:" ? "http" : "https";
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    httpClient: Stripe.createFetchHttpClient(providerFetch(signal)),
    host: hostname,
    port: port || (scheme === "http" ? 80 : 443),
    protocol: scheme,
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: MAX_CALL_MS,
  });
}

/** Null for a restricted key that may charge, and not ask for its account. */
async function findAccount(stripe: Stripe): Promise<string | null> {
  try {
    const { id } = await stripe.accounts.retrieveCurrent();
    return id;
  } catch (error) {
    if (readStripeCheck(error).kind === "refused") return null;
    throw error;
  }
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
  const { paymentMethod } = charge;
  return {
    amount,
    currency: charge.currency.toLowerCase(),
    // Receipts belong to a card. It also rules out methods that redirect, for which Stripe would
    // refuse to confirm without a return_url, and a point of sale has no page to return to.
    allowed_payment_method_types: ["card"],
    metadata: {
      paymentId: charge.paymentId,
      receiptId: charge.receiptId,
      merchantId: charge.merchantId,
      transactionId: charge.transactionId,
      organizationId: charge.organizationId,
      environment: charge.environment,
    },
    // Anything else in `paymentMethod` is words on a receipt: the client confirms with its secret.
    // Not off_session: the customer is there, so a card that asks for authentication becomes
    // requires_action, which the client finishes (use_stripe_sdk), where off_session would decline.
    ...(paymentMethod?.startsWith("pm_")
      ? { payment_method: paymentMethod, confirm: true, use_stripe_sdk: true }
      : {}),
  };
}

async function findIntent(
  stripe: Stripe,
  { paymentId }: Charge,
): Promise<ChargeOutcome | undefined> {
  const { data } = await stripe.paymentIntents.search({
    query: `metadata["paymentId"]:"${paymentId}"`,
    limit: 10,
  });
  const intent = data.find(({ status }) => status === "succeeded") ?? data[0];
  return intent && readIntent(intent);
}
