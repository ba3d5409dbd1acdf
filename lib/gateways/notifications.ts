import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { decryptCredentials } from "./credentials.ts";
import type { Delivery, NotifiedPayment } from "./gateway.ts";
import { findProvider } from "./providers.ts";
import {
  deleteEventsBefore,
  insertEvent,
  selectConnectionById,
  updateLastNotification,
} from "./store.ts";

/** What a provider said, proven to be from the provider of this connection. */
export type ReceivedNotification = {
  connection: Tenant & { connectionId: string };
  eventId: string;
  /** Absent for events that we do not follow. */
  payment: NotifiedPayment | undefined;
  /** Whether, with this provider, a payment that failed can still be paid. */
  failuresCanRecover: boolean;
};

/**
 * Verifies and reads what a provider sends on its own. Throws `not_found` for an unknown connection,
 * or `invalid_signature` for what the provider did not sign.
 */
export async function receiveNotification({
  gateway,
  connectionId,
  delivery,
}: {
  gateway: GatewayName;
  connectionId: string;
  delivery: Delivery;
}): Promise<ReceivedNotification> {
  const connection = await selectConnectionById(gateway, connectionId);
  const provider = connection && findProvider(connection.provider);
  if (!provider) throw new AppError("not_found", { message: "No such connection" });

  const credentials = decryptCredentials(connection);
  const notification = await provider.parseNotification(credentials, delivery);
  if (notification.kind === "refused") {
    throw new AppError("invalid_signature", {
      message: "The notification is not proven to be the provider's",
      details: notification.reason,
    });
  }

  await updateLastNotification(connection);
  const { organizationId, environment } = connection;
  const { eventId, payment } = notification;
  const { failuresCanRecover } = provider;
  return {
    connection: { organizationId, environment, connectionId },
    eventId,
    payment,
    failuresCanRecover,
  };
}

/**
 * Remembers the notification with the effect that it has; false where it was taken before, and must
 * have none. One under way in another process is waited for.
 */
export async function rememberNotification(
  transaction: Transaction,
  { connection, eventId }: ReceivedNotification,
): Promise<boolean> {
  return await insertEvent(transaction, connection.connectionId, eventId);
}

/** Far longer than a provider's signature is accepted. */
const EVENT_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** Deletes the events of notifications that can no longer come again. */
export async function forgetGatewayEvents(): Promise<undefined> {
  await deleteEventsBefore(new Date(Date.now() - EVENT_RETENTION_MS));
}
