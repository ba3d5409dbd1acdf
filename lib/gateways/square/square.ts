import type { Square, SquareClient } from "square";
import { chargeOnce } from "#lib/gateways/charge-once.ts";
import type { Charge, Gateway } from "#lib/gateways/gateway.ts";
import { type ChargeAnswer, isSettled, NO_ANSWER } from "#lib/gateways/provider-answer.ts";
import { logProviderFailure, orUnknown } from "#lib/gateways/provider-call.ts";
import { refundOnce } from "#lib/gateways/refund-once.ts";
import { readPayment, readSquareError } from "./answer.ts";
import { checkLocation, findCurrency } from "./check-location.ts";
import { closePayment } from "./close-payment.ts";
import { connectSquare, type SquarePlace } from "./connect.ts";
import type { SquareCredentials } from "./credentials.ts";
import { findSquareDispute, findSquarePaymentId, listOpenSquareDisputes } from "./disputes.ts";
import { findPayment } from "./find-payment.ts";
import { orderKey, paymentKey } from "./keys.ts";
import { planOrder } from "./order.ts";
import { listSquareRefunds, sendSquareRefund } from "./refunds.ts";

/** Square does not say how long it remembers a key, so a repetition always looks first. */
const KEY_LIFETIME_MS = 0;

/**
 * Charges through Square: an order with the line items, then a payment of it. Outside of production
 * Square's own sandbox takes the calls; `baseUrl` replaces the address of either.
 */
export function createSquare(
  credentials: Pick<SquareCredentials, "accessToken" | "locationId">,
  place: SquarePlace,
): Gateway {
  const { locationId } = credentials;
  const location: KnownLocation = { locationId };
  const connect = (signal: AbortSignal) => connectSquare(credentials, place, signal);

  return {
    async charge(charge, signal) {
      const square = connect(signal);
      return await orUnknown("square", charge.paymentId, signal, () =>
        chargeOnce(charge, {
          keyLifetimeMs: KEY_LIFETIME_MS,
          send: () => sendPayment(square, charge, location, signal),
          async find() {
            const payment = await findPayment(square, locationId, charge);
            return payment && readPayment(payment);
          },
        }),
      );
    },

    async find(charge, signal) {
      const { paymentId, providerReference, askedAt } = charge;
      const square = connect(signal);
      return await orUnknown("square", paymentId, signal, async () => {
        if (providerReference) {
          const { payment } = await square.payments.get({ paymentId: providerReference });
          return readPayment(payment);
        }
        const payment = await findPayment(square, locationId, charge);
        if (payment) return readPayment(payment);
        return isSettled(askedAt) ? { kind: "absent" } : NO_ANSWER;
      });
    },

    async cancel(charge, signal) {
      return await orUnknown("square", charge.paymentId, signal, () =>
        closePayment(connect(signal), locationId, charge, signal),
      );
    },

    async refund(refund, signal) {
      const square = connect(signal);
      return await orUnknown("square", refund.refundId, signal, () =>
        refundOnce(refund, {
          send: () => sendSquareRefund(square, refund, signal),
          list: () => listSquareRefunds(square, refund.providerReference),
        }),
      );
    },

    async listRefunds({ paymentId, providerReference }, signal) {
      try {
        return await listSquareRefunds(connect(signal), providerReference);
      } catch (error) {
        logProviderFailure("square", paymentId, error);
        return undefined;
      }
    },

    async listDisputes({ paymentId, providerReference, disputeId }, signal) {
      try {
        return await findSquareDispute(connect(signal), { providerReference, disputeId });
      } catch (error) {
        logProviderFailure("square", paymentId, error);
        return undefined;
      }
    },

    async listAccountDisputes(_since, signal) {
      try {
        return await listOpenSquareDisputes(connect(signal), locationId);
      } catch (error) {
        logProviderFailure("square", undefined, error);
        return undefined;
      }
    },

    async findPaymentId(providerReference, signal) {
      return await orUnknown("square", providerReference, signal, () =>
        findSquarePaymentId(connect(signal), providerReference),
      );
    },

    check: (signal) => checkLocation(connect(signal), locationId),
  };
}

async function sendPayment(
  square: SquareClient,
  charge: Charge,
  location: KnownLocation,
  signal: AbortSignal,
): Promise<ChargeAnswer> {
  const { paymentId, cardNonce } = charge;
  if (!cardNonce) return { kind: "refused", reason: "cardNonce: is required" };
  const plan = planOrder(charge, location.locationId);
  if ("reason" in plan) return { kind: "refused", reason: plan.reason };

  try {
    const reason = await explainOtherCurrency(square, charge, location);
    if (reason) return { kind: "refused", reason };
    const { order } = await square.orders.create({
      idempotencyKey: orderKey(paymentId),
      order: plan.order,
    });
    if (!order?.id) return NO_ANSWER;
    // Paying an order with another total would leave it half paid, or be refused after the fact.
    if (order.totalMoney?.amount !== BigInt(charge.amount - (charge.tipAmount ?? 0))) {
      return { kind: "refused", reason: "items: the provider adds them up to another total" };
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

/** What is known of the location that takes the payments. */
type KnownLocation = { locationId: string; currency?: string | undefined };

/** A location takes one currency. Its refusal of another names neither, so they are compared first. */
async function explainOtherCurrency(
  square: SquareClient,
  charge: Charge,
  known: KnownLocation,
): Promise<string | undefined> {
  known.currency ??= await findCurrency(square, known.locationId);
  return known.currency && known.currency !== charge.currency.toLowerCase()
    ? `currency: the provider's location takes ${known.currency} only`
    : undefined;
}

function describePayment(
  { paymentId, tipAmount, customer, verificationToken }: Charge,
  sourceId: string,
  { id, locationId, totalMoney }: Square.Order,
): Square.CreatePaymentRequest {
  return {
    sourceId,
    idempotencyKey: paymentKey(paymentId),
    ...(totalMoney ? { amountMoney: totalMoney } : {}),
    ...(totalMoney && tipAmount ? { tipMoney: { ...totalMoney, amount: BigInt(tipAmount) } } : {}),
    // A card on file needs its customer; with any other card the field may be words on a receipt.
    ...(customer && sourceId.startsWith("ccof:") ? { customerId: customer } : {}),
    ...(verificationToken ? { verificationToken } : {}),
    ...(id ? { orderId: id } : {}),
    locationId,
    referenceId: paymentId,
    autocomplete: true,
  };
}
