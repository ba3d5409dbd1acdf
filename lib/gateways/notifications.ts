import { LRUCache } from "lru-cache";
import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { counter } from "#lib/metrics/instruments.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { decryptCredentials } from "./credentials.ts";
import type { Delivery, NotifiedPayment } from "./gateway.ts";
import type { Provider } from "./provider.ts";
import { findProvider } from "./providers.ts";
import { deleteSandboxPaymentsBefore } from "./sandbox/store.ts";
import {
  deleteEventsBefore,
  type GatewayConnection,
  insertEvent,
  NOTIFICATION_PRECISION_MS,
  selectConnectionById,
  updateLastNotification,
  upsertLastEvent,
} from "./store.ts";

/** What a provider said, proven to be from the provider of this connection. */
export type ReceivedNotification = {
  connection: Tenant & { connectionId: string };
  eventId: string;
  /** Absent for events that we do not follow. */
  payment: NotifiedPayment | undefined;
};

const received = counter({
  name: "sealslip_provider_notifications_total",
  help: "Notifications of providers, by what became of them",
  labels: ["provider", "outcome"],
});

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
  if (!provider) {
    received.add("unknown", "unknown_connection");
    throw new AppError("not_found", { message: "No such connection" });
  }

  const credentials = decryptCredentials(connection);
  const notification = await provider.parseNotification(credentials, delivery, connection);
  received.add(provider.form.name, notification.kind);
  if (notification.kind === "unclear") {
    throw new AppError("service_unavailable", {
      message: "The provider did not say which payment this is about; send it again",
      headers: { "Retry-After": "60" },
    });
  }
  if (notification.kind === "refused") {
    throw new AppError("invalid_signature", {
      message: "The notification is not proven to be the provider's",
      details: notification.reason,
    });
  }

  await noteArrival(connection, provider, notification.type);
  const { organizationId, environment } = connection;
  const { eventId, payment } = notification;
  return {
    connection: { organizationId, environment, connectionId },
    eventId,
    payment,
  };
}

/** What this process has written a moment ago: it asks the database no more often than that changes. */
const noted = new LRUCache<string, true>({ max: 10_000, ttl: NOTIFICATION_PRECISION_MS });

/** The console shows which events the merchant has selected at the provider: those that come in. */
async function noteArrival(
  connection: GatewayConnection,
  { form }: Provider,
  type: string,
): Promise<void> {
  const arrival = `${connection.connectionId} ${type}`;
  if (noted.has(arrival)) return;
  await updateLastNotification(connection);
  const isAskedFor = form.setup?.events.some((event) => event.type === type);
  if (isAskedFor) await upsertLastEvent(connection, type);
  noted.set(arrival, true);
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

/** Deletes the events of notifications that can no longer come again, and what the sandbox wrote down. */
export async function forgetGatewayEvents(): Promise<undefined> {
  const before = new Date(Date.now() - EVENT_RETENTION_MS);
  await deleteEventsBefore(before);
  await deleteSandboxPaymentsBefore(before);
}
