import type { ConnectionResource } from "#lib/contract/gateways.ts";
import { circuitState } from "#lib/gateways/open-connections.ts";
import { findProvider } from "#lib/gateways/providers.ts";
import type { GatewayConnection } from "#lib/storage/gateway-connections.ts";
import { webhookUrl } from "./webhook-url.ts";

/** What may be known of a connection: never its credentials. */
export function describeConnection(
  connection: GatewayConnection,
  serviceUrl: string,
): ConnectionResource {
  const { id, gateway, provider, account, lastNotificationAt, createdAt, updatedAt } = connection;
  const sendsNotifications = findProvider(provider)?.sendsNotifications ?? false;
  return {
    connectionId: id,
    gateway,
    provider,
    account,
    circuit: circuitState(connection),
    webhookUrl: sendsNotifications ? webhookUrl({ serviceUrl, gateway, connectionId: id }) : null,
    lastNotificationAt: lastNotificationAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
