import { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { decryptCredentials } from "#lib/gateways/credentials.ts";
import type { Delivery, NotifiedPayment } from "#lib/gateways/gateway.ts";
import { findProvider, type Provider } from "#lib/gateways/providers.ts";
import {
  type GatewayConnection,
  insertEvent,
  markNotified,
  selectConnectionById,
} from "#lib/gateways/store.ts";
import { log } from "#lib/log/logger.ts";
import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";
import { recordOutcome } from "./record-outcome.ts";
import { type Payment, selectPayment } from "./store/payment.ts";
import { recordRefund } from "./store/result.ts";

/**
 * Takes what a provider says of a payment, once for each of its events. Throws `not_found` for a
 * connection that there is not, or `invalid_signature` for what the provider did not sign.
 */
export async function takeNotification({
  gateway,
  connectionId,
  delivery,
}: {
  gateway: GatewayName;
  connectionId: string;
  delivery: Delivery;
}): Promise<void> {
  const connection = await selectConnectionById(gateway, connectionId);
  const provider = connection && findProvider(connection.provider);
  if (!provider) throw new AppError("not_found", { message: "No such connection" });

  const credentials = decryptCredentials(connection);
  const told = await provider.parseNotification(credentials, delivery);
  if (told.kind === "refused") {
    throw new AppError("invalid_signature", {
      message: "The notification is not proven to be the provider's",
      details: told.reason,
    });
  }

  await markNotified(connection);
  // Looked up before the transaction, which then needs no second database connection.
  const payment = told.payment && (await findOwnPayment(connection, told.payment.paymentId));
  // Event and effect together: a crash in between would lose the one or count the other twice.
  await inTransaction(async (transaction) => {
    const isNew = await insertEvent(transaction, connection.id, told.eventId);
    if (isNew && told.payment && payment) {
      await apply(transaction, payment, told.payment, provider);
    }
  });
}

/** A merchant's account may have payments that are not ours, or name those of another account. */
async function findOwnPayment(
  connection: GatewayConnection,
  paymentId: string,
): Promise<Payment | undefined> {
  const payment = await selectPayment(connection, paymentId);
  return payment?.connectionId === connection.id ? payment : undefined;
}

async function apply(
  transaction: Transaction,
  payment: Payment,
  { outcome, refundedAmount }: NotifiedPayment,
  { failsForNow }: Provider,
): Promise<void> {
  if (outcome) {
    const isNews = await recordOutcome(transaction, payment, outcome, { failsForNow });
    if (!isNews && outcome.kind === "succeeded" && payment.status === "failed") {
      log().error({ payment_id: payment.id }, "a provider says that a failed payment was made");
    }
  }
  if (refundedAmount) await recordRefund(transaction, payment, refundedAmount);
}
