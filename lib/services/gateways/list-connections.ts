import type { MemberCaller } from "#lib/auth/caller.ts";
import type { ConnectionResource } from "#lib/contract/gateways.ts";
import { listConnections } from "#lib/storage/gateway-connections.ts";
import { describeConnection } from "./describe-connection.ts";

/** The organization's connections in the environment that it looks at. */
export async function listGatewayConnections({
  caller,
  serviceUrl,
}: {
  caller: MemberCaller;
  serviceUrl: string;
}): Promise<ConnectionResource[]> {
  const connections = await listConnections(caller);
  return connections.map((connection) => describeConnection(connection, serviceUrl));
}
