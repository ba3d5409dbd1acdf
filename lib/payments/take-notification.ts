import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { Delivery } from "#lib/gateways/gateway.ts";
import {
  type ReceivedNotification,
  receiveNotification,
  rememberNotification,
} from "#lib/gateways/notifications.ts";
import { log } from "#lib/log/logger.ts";
import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";
import { recordOutcome } from "./record-outcome.ts";
import { type Payment, selectPayment } from "./store/payment.ts";
import { updateRefunds } from "./store/result.ts";

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
  // Event and effect together: a crash in between would lose the one or count the other twice.
  await inTransaction(async (transaction) => {
    const isNew = await rememberNotification(transaction, notification);
    if (isNew && payment) await apply(transaction, payment, notification);
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

async function apply(
  transaction: Transaction,
  payment: Payment,
  { payment: notified, failuresCanRecover }: ReceivedNotification,
): Promise<void> {
  const { outcome, refundedAmount } = notified ?? {};
  if (outcome) {
    const source = { failuresCanRecover };
    const hasChanged = await recordOutcome(payment, outcome, source, transaction);
    if (!hasChanged && outcome.kind === "succeeded" && payment.status === "failed") {
      log().error({ payment_id: payment.id }, "a provider says that a failed payment was made");
    }
  }
  if (refundedAmount) await updateRefunds(payment, refundedAmount, transaction);
}
