import { type Square, type SquareClient, SquareError } from "square";
import type { CancelOutcome, SentCharge } from "#lib/gateways/gateway.ts";
import { isSettled, NO_ANSWER } from "#lib/gateways/provider-answer.ts";
import { readCanceledPayment, readSquareError } from "./answer.ts";
import { findOrder, findPayment } from "./find-payment.ts";
import { orderKey, paymentKey } from "./keys.ts";

/**
 * Cancels a payment, or sees to it that none comes into being. Throws where Square gives no answer.
 *
 * [Note: closing the order of a charge that is still on its way]
 *
 * A charge creates an order under one key, then pays that order under another. Whatever part of it is
 * still to come, it has to get past the order:
 *
 * - No order yet: its key is taken by an empty one, and the charge's own is refused.
 * - An open order: it is canceled, at the version that we read, and Square takes no payment for it any
 *   more. If a payment came first, the version has changed, and we are refused.
 * - A paid order: it names the payment.
 * - The key is used, and the search does not show the order yet: nothing is known until it would.
 */
export async function closePayment(
  square: SquareClient,
  locationId: string,
  charge: SentCharge,
  signal: AbortSignal,
): Promise<CancelOutcome> {
  const payment = await findSentPayment(square, locationId, charge, signal);
  if (payment) return await cancelOne(square, payment, signal);

  const order = await findSentOrder(square, locationId, charge, signal);
  if (order === "none") return { kind: "canceled" };
  if (order) return await closeOrder(square, order);
  return isSettled(charge.askedAt) ? { kind: "canceled" } : NO_ANSWER;
}

async function findSentPayment(
  square: SquareClient,
  locationId: string,
  charge: SentCharge,
  signal: AbortSignal,
): Promise<Square.Payment | undefined> {
  const { paymentId, providerReference } = charge;
  if (providerReference) return await getPayment(square, providerReference);

  // Cancels what is approved and not completed, also if the list does not show it yet.
  const idempotencyKey = paymentKey(paymentId);
  await passRefusal(signal, () => square.payments.cancelByIdempotencyKey({ idempotencyKey }));
  return await findPayment(square, locationId, charge);
}

async function cancelOne(
  square: SquareClient,
  payment: Square.Payment,
  signal: AbortSignal,
): Promise<CancelOutcome> {
  const { id: paymentId, status } = payment;
  if (!paymentId || (status !== "APPROVED" && status !== "PENDING"))
    return readCanceledPayment(payment);
  const canceled = await passRefusal(signal, () => square.payments.cancel({ paymentId }));
  // Refused where it was completed in between.
  return readCanceledPayment(canceled?.payment ?? (await getPayment(square, paymentId)));
}

/** The order that the charge made; `none` where it has made none, and its key is taken from it. */
async function findSentOrder(
  square: SquareClient,
  locationId: string,
  charge: SentCharge,
  signal: AbortSignal,
): Promise<Square.Order | "none" | undefined> {
  const { paymentId, orderId } = charge;
  if (orderId) return (await square.orders.get({ orderId })).order;

  const occupied = await passRefusal(signal, () =>
    square.orders.create({
      idempotencyKey: orderKey(paymentId),
      order: { locationId, referenceId: paymentId, metadata: { paymentId, canceled: "true" } },
    }),
  );
  const placeholder = occupied?.order;
  if (!placeholder) return await findOrder(square, locationId, charge);
  // It has done its work; canceled, it does not wait for a payment in the merchant's lists.
  await passRefusal(signal, () => cancelOrder(square, placeholder));
  return "none";
}

async function closeOrder(square: SquareClient, order: Square.Order): Promise<CancelOutcome> {
  const { state, tenders = [] } = order;
  if (state === "CANCELED") return { kind: "canceled" };
  const [paymentId] = tenders.flatMap((tender) => tender.paymentId ?? tender.id ?? []);
  if (paymentId) return readCanceledPayment(await getPayment(square, paymentId));
  if (state !== "OPEN") return NO_ANSWER;

  const closed = await cancelOrder(square, order);
  return closed.order?.state === "CANCELED" ? { kind: "canceled" } : NO_ANSWER;
}

async function cancelOrder(
  square: SquareClient,
  { id = "", locationId, version = 1 }: Square.Order,
): Promise<Square.UpdateOrderResponse> {
  return await square.orders.update({
    orderId: id,
    order: { locationId, version, state: "CANCELED" },
  });
}

async function getPayment(square: SquareClient, paymentId: string): Promise<Square.Payment> {
  const { payment } = await square.payments.get({ paymentId });
  if (!payment) throw new SquareError({ message: "no payment in the answer" });
  return payment;
}

/** Undefined where Square refuses; throws where it gives no answer. */
async function passRefusal<Answer>(
  signal: AbortSignal,
  ask: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (readSquareError(error, signal).kind === "unknown") throw error;
    return undefined;
  }
}
