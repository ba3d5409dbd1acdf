import { type Square, SquareClient, SquareEnvironment } from "square";
import { idTime } from "#lib/core/ids.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import { chargeOnce, type ProviderAnswer } from "#lib/gateways/charge-once.ts";
import type { Charge, ChargeOutcome, Gateway } from "#lib/gateways/gateway.ts";
import { logProviderFailure, MAX_CALL_MS, providerFetch } from "#lib/gateways/provider-call.ts";
import { readPayment, readSquareCheck, readSquareError } from "./answer.ts";
import type { SquareCredentials } from "./credentials.ts";
import { planOrder } from "./order.ts";

/** Requests and answers are written for this version; the application's own default does not matter. */
export const SQUARE_VERSION = "2026-09-16";

/** Square does not say how long it remembers a key, so a repetition always looks first. */
const KEY_LIFETIME_MS = 0;

/** Clocks differ: a payment may seem older at Square than its id is here. */
const CLOCK_MARGIN_MS = 10 * 60 * 1000;

/**
 * Charges through Square: an order with the line items, then a payment of it. Outside of production
 * Square's own sandbox takes the calls; `baseUrl` replaces the address of either.
 */
export function createSquare(
  credentials: Pick<SquareCredentials, "accessToken" | "locationId">,
  { baseUrl, environment }: { baseUrl?: string | undefined; environment: Environment },
): Gateway {
  const { accessToken, locationId } = credentials;
  const address = environment === "production" ? "Production" : "Sandbox";
  const connect = (signal: AbortSignal) =>
    new SquareClient({
      token: accessToken,
      baseUrl: baseUrl ?? SquareEnvironment[address],
      version: SQUARE_VERSION,
      maxRetries: 0,
      timeoutInSeconds: MAX_CALL_MS / 1000,
      fetch: neverReject(providerFetch(signal)),
    });

  return {
    async charge(charge, signal) {
      const square = connect(signal);
      try {
        return await chargeOnce(charge, {
          keyLifetimeMs: KEY_LIFETIME_MS,
          send: () => sendPayment(square, charge, locationId, signal),
          find: () => findPayment(square, charge, locationId),
        });
      } catch (error) {
        // Only the search throws: whether there is a payment stays open.
        logProviderFailure("square", charge.paymentId, error);
        return { kind: "unknown", reason: signal.aborted ? "timeout" : "provider_error" };
      }
    },

    async check(signal) {
      try {
        const { location } = await connect(signal).locations.get({ locationId });
        if (location?.id !== locationId) return { kind: "unknown" };
        if (location.status !== "ACTIVE") {
          return { kind: "refused", reason: "locationId: is not active" };
        }
        if (!location.capabilities?.includes("CREDIT_CARD_PROCESSING")) {
          return { kind: "refused", reason: "locationId: takes no cards" };
        }
        // Payments are looked up within a location, so another one is another account to us.
        const { merchantId } = location;
        return { kind: "ok", account: merchantId ? `${merchantId}/${locationId}` : null };
      } catch (error) {
        return readSquareCheck(error);
      }
    },
  };
}

/**
 * Turns a network error into `Response.error()`, status 0: when `fetch` rejects, the package leaves its
 * timer running, and the process could not end for a minute.
 */
function neverReject(send: typeof fetch): typeof fetch {
  return (input, init) => send(input, init).catch(() => Response.error());
}

async function sendPayment(
  square: SquareClient,
  charge: Charge,
  locationId: string,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const { paymentId, cardNonce } = charge;
  if (!cardNonce) return { kind: "unexamined", reason: "cardNonce: is required" };
  const plan = planOrder(charge, locationId);
  if ("reason" in plan) return { kind: "unexamined", reason: plan.reason };

  try {
    const { order } = await square.orders.create({
      // Each of the two calls has a key of its own; Square allows 45 characters for a payment's.
      idempotencyKey: `${paymentId}:order`,
      order: plan.order,
    });
    if (!order?.id) return { kind: "unknown", reason: "provider_error" };
    // Paying an order with another total would leave it half paid, or be refused after the fact.
    if (order.totalMoney?.amount !== BigInt(charge.amount)) {
      return { kind: "unexamined", reason: "items: the provider adds them up to another total" };
    }

    const { payment } = await square.payments.create(describePayment(charge, cardNonce, order));
    return readPayment(payment);
  } catch (error) {
    const answer = readSquareError(error, signal);
    if (answer.kind === "unknown" || answer.kind === "conflict") {
      logProviderFailure("square", paymentId, error);
    }
    return answer;
  }
}

function describePayment(
  { paymentId }: Charge,
  sourceId: string,
  { id, locationId, totalMoney }: Square.Order,
): Square.CreatePaymentRequest {
  return {
    sourceId,
    idempotencyKey: `${paymentId}:pay`,
    ...(totalMoney ? { amountMoney: totalMoney } : {}),
    ...(id ? { orderId: id } : {}),
    locationId,
    referenceId: paymentId,
    autocomplete: true,
  };
}

/** Square cannot search by reference, but lists by total and time. */
async function findPayment(
  square: SquareClient,
  { paymentId, amount }: Charge,
  locationId: string,
): Promise<ChargeOutcome | undefined> {
  const payments = await square.payments.list({
    locationId,
    total: BigInt(amount),
    beginTime: new Date(idTime(paymentId).getTime() - CLOCK_MARGIN_MS).toISOString(),
    sortOrder: "ASC",
    limit: 100,
  });
  for await (const payment of payments) {
    if (payment.referenceId === paymentId) return readPayment(payment);
  }
  return undefined;
}
