import { actOf } from "#lib/audit/act.ts";
import { config } from "#lib/config.ts";
import type { MemberCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { waitOutside } from "#lib/limits/outside.ts";
import { log } from "#lib/log/logger.ts";
import { publicUrl } from "#lib/public-url.ts";
import type { ConnectionResource, ConnectionTest } from "./contract.ts";
import type { WebhookEvent } from "./contract-form.ts";
import { circuitState, forgetConnection, openConnection } from "./open-connection.ts";
import { findProvider } from "./providers.ts";
import {
  eraseCredentials,
  type GatewayConnection,
  type LastEvent,
  markConnectionRemoved,
  selectConnections,
  selectLastEvents,
  updateCategory,
} from "./store.ts";

/** The organization's connections in the caller's environment. */
export async function listConnections({
  caller,
}: {
  caller: MemberCaller;
}): Promise<ConnectionResource[]> {
  const connections = await selectConnections(caller);
  const lastEvents = await selectLastEvents(connections);
  return connections.map((connection) => showConnection(connection, lastEvents));
}

/**
 * Takes a connection out of use for new payments; those that wait for its provider are finished with
 * it, and its credentials erased when none is left. Throws `not_found`.
 */
export async function removeConnection({
  caller,
  gateway,
}: {
  caller: MemberCaller;
  gateway: GatewayName;
}): Promise<void> {
  const act = actOf(caller, "gateway.disconnected");
  if (!(await markConnectionRemoved(caller, gateway, act))) throw noConnection();
  forgetConnection(caller, gateway);
}

/**
 * Asks the provider whether it accepts the saved credentials, and records the category that it states. Throws
 * `not_found`.
 */
export async function testConnection({
  caller,
  gateway,
}: {
  caller: MemberCaller;
  gateway: GatewayName;
}): Promise<ConnectionTest> {
  const connection = await openConnection(caller, gateway);
  if (!connection) throw noConnection();

  const { provider, connectionId } = connection.stored;
  const outcome = await waitOutside(
    connection.gateway.check(AbortSignal.timeout(config().gatewayTimeoutMs)),
  );
  switch (outcome.kind) {
    case "ok": {
      const { merchantCategoryCode: category } = outcome;
      const isNew = category !== null && (await updateCategory(connectionId, category));
      if (isNew) forgetConnection(caller, gateway);
      return { gateway, provider, result: "ok", reason: null, currency: outcome.currency };
    }
    case "refused": {
      const { reason, missing } = outcome;
      const why = missing ? `${reason}: ${missing.join(", ")}` : reason;
      return { gateway, provider, result: "refused", reason: why, currency: null };
    }
    case "unknown":
      return { gateway, provider, result: "unreachable", reason: null, currency: null };
  }
}

function noConnection(): AppError {
  return new AppError("not_found", {
    message: "No provider is connected to this gateway in this environment",
  });
}

/** The connection as it is shown: with what is known of it at the moment, and no credentials. */
export function showConnection(
  { credentials, ...connection }: GatewayConnection,
  lastEvents: readonly LastEvent[],
): ConnectionResource {
  const { connectionId } = connection;
  const provider = findProvider(connection.provider);
  const lastOf = ({ type }: WebhookEvent) =>
    lastEvents.find((last) => last.connectionId === connectionId && last.type === type);
  return {
    ...connection,
    circuit: circuitState({ ...connection, credentials }),
    webhookUrl: provider?.sendsNotifications ? webhookUrl(connection) : null,
    events: (provider?.form.setup?.events ?? []).map((event) => ({
      type: event.type,
      lastReceivedAt: lastOf(event)?.lastReceivedAt ?? null,
    })),
  };
}

/** Where a connection's provider sends its notifications. */
export function webhookUrl({
  gateway,
  connectionId,
}: {
  gateway: GatewayName;
  connectionId: string;
}): string {
  return `${publicUrl()}/api/gateways/${gateway}/${connectionId}/webhook`;
}

/**
 * Long enough that no process still starts a payment with a removed connection, and that the news of a
 * customer who is about to confirm one still comes in.
 */
const CREDENTIALS_RETENTION_MS = 60 * 60 * 1000;

/** Erases credentials that a merchant removed or replaced by those of another account. */
export async function eraseRemovedCredentials(): Promise<undefined> {
  const erased = await eraseCredentials(new Date(Date.now() - CREDENTIALS_RETENTION_MS));
  if (erased > 0) log().info({ erased }, "credentials of removed connections erased");
}
