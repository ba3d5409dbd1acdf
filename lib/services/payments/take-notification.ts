import type { GatewayName } from "#lib/contract/payments.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { decryptCredentials } from "#lib/gateways/connection-credentials.ts";
import type { Delivery, NotifiedPayment } from "#lib/gateways/notification.ts";
import { findProvider } from "#lib/gateways/providers.ts";
import { inTransaction, type Transaction } from "#lib/storage/database.ts";
import { findConnectionById, type GatewayConnection } from "#lib/storage/gateway-connections.ts";
import { rememberEvent } from "#lib/storage/gateway-events.ts";
import { findPayment, recordRefund } from "#lib/storage/payments.ts";
import { recordOutcome } from "./record-outcome.ts";

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
  const connection = await findConnectionById(gateway, connectionId);
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

  // Event and effect together: a crash in between would lose the one or count the other twice.
  await inTransaction(async (transaction) => {
    const isNew = await rememberEvent(transaction, connection.id, told.eventId);
    if (isNew && told.payment) await apply(transaction, connection, told.payment);
  });
}

async function apply(
  transaction: Transaction,
  connection: GatewayConnection,
  { paymentId, outcome, refundedAmount }: NotifiedPayment,
): Promise<void> {
  // A merchant's account may have payments that are not ours, or name another merchant's.
  const payment = await findPayment(connection, paymentId);
  if (payment?.gateway !== connection.gateway) return;

  if (outcome) await recordOutcome(transaction, payment, outcome);
  if (refundedAmount) await recordRefund(transaction, payment, refundedAmount);
}
