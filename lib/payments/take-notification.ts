import { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { CANCELED, type Delivery, type NotifiedPayment } from "#lib/gateways/gateway.ts";
import {
  type ReceivedNotification,
  receiveNotification,
  rememberNotification,
} from "#lib/gateways/notifications.ts";
import { reselectGateway } from "#lib/gateways/select-gateway.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { listProviderRefunds, type RefundListing } from "./ask-gateway.ts";
import { type KnownOutcome, recordOutcome } from "./record-outcome.ts";
import { recordProviderRefunds } from "./record-refund.ts";
import { insertDispute, type Payment, selectPayment } from "./store/payment.ts";

/**
 * Applies what a provider says about a payment, once for each of its events. Throws `not_found` for an
 * unknown connection, or `invalid_signature` for what the provider did not sign.
 */
export async function takeNotification(request: {
  gateway: GatewayName;
  connectionId: string;
  delivery: Delivery;
}): Promise<void> {
  const notification = await receiveNotification(request);
  // Looked up before the transaction, which then needs no second database connection.
  const payment = await findNotifiedPayment(notification);
  const refunds = await listChangedRefunds(notification, payment);
  // Event and effect together: a crash in between would lose the one or count the other twice.
  await inTransaction(async (transaction) => {
    const isNew = await rememberNotification(transaction, notification);
    if (!isNew || !payment) return;
    const { outcome, dispute } = notification.payment ?? {};
    if (outcome) await recordOutcome(payment, explain(outcome, payment), transaction);
    if (dispute) await insertDispute(transaction, payment, dispute);
    if (refunds && !(await recordProviderRefunds(transaction, payment, refunds))) throw notListed();
  });
}

/** A merchant's account may have payments that are not ours, or name those of another account. */
async function findNotifiedPayment({
  connection,
  payment: notified,
}: ReceivedNotification): Promise<Payment | undefined> {
  const payment = notified && (await selectPayment(connection, notified.paymentId));
  return payment?.connectionId === connection.connectionId ? payment : undefined;
}

/** A decline with that reason is the cancellation that was requested, although its own answer was lost. */
function explain(
  outcome: NonNullable<NotifiedPayment["outcome"]>,
  { cancelRequestedAt }: Payment,
): KnownOutcome {
  const isCanceled = outcome.kind === "declined" && outcome.reason === CANCELED;
  return isCanceled && cancelRequestedAt !== null ? { kind: "canceled" } : outcome;
}

/**
 * What the provider has now: an event tells of one moment, and events come in any order. Throws
 * `service_unavailable` where it does not say, so that the provider notifies again.
 */
async function listChangedRefunds(
  { payment: notified }: ReceivedNotification,
  payment: Payment | undefined,
): Promise<RefundListing | undefined> {
  if (!notified?.refundsChanged || !payment) return undefined;
  const refunds = await listProviderRefunds(await reselectGateway(payment), payment);
  if (!refunds) throw notListed();
  return refunds;
}

function notListed(): AppError {
  return new AppError("service_unavailable", {
    message: "The provider did not list its refunds; send the notification again",
    headers: { "Retry-After": "60" },
  });
}
