import { LRUCache } from "lru-cache";
import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { counter } from "#lib/metrics/instruments.ts";
import { decryptCredentials } from "./credentials.ts";
import type { Delivery, Hint } from "./gateway.ts";
import { countRefused, countVerified, noteFound, requireNotHeld } from "./notification-limits.ts";
import type { Provider } from "./provider.ts";
import { findProvider, providers } from "./providers.ts";
import { deleteSandboxPaymentsBefore } from "./sandbox/store.ts";
import {
  deleteEventsBefore,
  type GatewayConnection,
  hasEvent,
  insertEvent,
  NOTIFICATION_PRECISION_MS,
  type NotifiedConnection,
  selectConnectionById,
  updateLastNotification,
  upsertLastEvent,
} from "./store.ts";

/** The connection whose provider has sent something. */
export type Notified = Tenant & { gateway: GatewayName; connectionId: string };

/** A notification that is proven to be from the provider of this connection, or from the merchant. */
export type ReceivedNotification = {
  connection: Notified;
  eventId: string;
  /** Absent for events that we do not follow. */
  hint: Hint | undefined;
};

const received = counter({
  name: "sealslip_provider_notifications_total",
  help: "Notifications of providers, by what became of them",
  labels: ["provider", "outcome"],
});

type Request = {
  gateway: GatewayName;
  connectionId: string;
  delivery: Delivery;
  /** Where it came from. */
  address: string;
};

/**
 * Verifies and reads what a provider sends on its own; what costs little is checked first. Throws `not_found` for an
 * unknown connection, `invalid_signature` for what the provider did not sign, or `rate_limit_exceeded`.
 */
export async function receiveNotification(request: Request): Promise<ReceivedNotification> {
  const { gateway, connectionId, delivery } = request;
  requireSigned(gateway, delivery.headers);
  requireNotHeld(request);
  const connection = await getConnection(request);
  const provider = findProvider(connection.provider);
  if (!provider) throw new Error("a stored connection has a known provider");

  const credentials = decryptCredentials(connection);
  const notification = await provider.parseNotification(credentials, delivery);
  received.add(provider.form.name, notification.kind);
  if (notification.kind === "refused") {
    await countRefused(request);
    throw notProven(notification.reason);
  }
  await countVerified(connectionId, connection.tier);

  await noteArrival(connection, provider, notification.type);
  const { organizationId, environment } = connection;
  const { eventId, hint } = notification;
  return { connection: { organizationId, environment, gateway, connectionId }, eventId, hint };
}

function requireSigned(gateway: GatewayName, headers: Headers): void {
  const isPlausible = Object.values(providers).some(
    ({ form, looksSigned }) =>
      (form.gateways as readonly GatewayName[]).includes(gateway) && looksSigned(headers),
  );
  if (isPlausible) return;
  received.add("unknown", "unsigned");
  throw notProven("signature: has none, or one that is too old");
}

function notProven(reason: string): AppError {
  return new AppError("invalid_signature", {
    message: "The notification is not proven to be the provider's",
    details: reason,
  });
}

const MISS_MS = 10_000;

/** What was not found a moment ago. */
const misses = new LRUCache<string, true>({ max: 10_000, ttl: MISS_MS });

async function getConnection(request: Request): Promise<NotifiedConnection> {
  const { gateway, connectionId } = request;
  const key = `${gateway} ${connectionId}`;
  if (isId("connection", connectionId) && !misses.has(key)) {
    const connection = await selectConnectionById(gateway, connectionId);
    if (connection) {
      noteFound(connectionId);
      return connection;
    }
    misses.set(key, true);
    await countRefused(request);
  }
  received.add("unknown", "unknown_connection");
  throw new AppError("not_found", { message: "No such connection" });
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

/** Whether what the notification is about was recorded when it came before. */
export async function wasTaken({ connection, eventId }: ReceivedNotification): Promise<boolean> {
  return await hasEvent(connection.connectionId, eventId);
}

/** After its effect, which is the same each time: what was not recorded in the end is to come again. */
export async function rememberNotification({
  connection,
  eventId,
}: ReceivedNotification): Promise<void> {
  await insertEvent(connection.connectionId, eventId);
}

/** Far longer than a provider's signature is accepted. */
const EVENT_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** Deletes the events of notifications that can no longer come again, and what the sandbox wrote down. */
export async function forgetGatewayEvents(): Promise<undefined> {
  const before = new Date(Date.now() - EVENT_RETENTION_MS);
  await deleteEventsBefore(before);
  await deleteSandboxPaymentsBefore(before);
}
