import type { ConnectionResource } from "#lib/contract/gateways.ts";
import { circuitState } from "#lib/gateways/open-connections.ts";
import type { GatewayConnection } from "#lib/storage/gateway-connections.ts";

/** What may be known of a connection: never its credentials. */
export function describeConnection(connection: GatewayConnection): ConnectionResource {
  const { id, gateway, provider, createdAt, updatedAt } = connection;
  return {
    connectionId: id,
    gateway,
    provider,
    circuit: circuitState(connection),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
