import type { MemberCaller } from "#lib/auth/caller.ts";
import type { GatewayName } from "#lib/contract/payments.ts";
import { forgetConnection } from "#lib/gateways/open-connections.ts";
import { findConnection, removeConnection } from "#lib/storage/gateway-connections.ts";
import { requireSettled } from "./require-settled.ts";
import { noConnection } from "./test-connection.ts";

/**
 * Removes a connection and its credentials. Throws `not_found`, or `conflict` while payments wait for
 * its provider.
 */
export async function removeGatewayConnection({
  caller,
  gateway,
}: {
  caller: MemberCaller;
  gateway: GatewayName;
}): Promise<void> {
  const connection = await findConnection(caller, gateway);
  if (!connection) throw noConnection();

  await requireSettled(connection);
  await removeConnection(caller, gateway);
  forgetConnection(caller, gateway);
}
