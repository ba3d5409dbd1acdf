import type { MemberCaller } from "#lib/auth/caller.ts";
import type { GatewayName } from "#lib/contract/payments.ts";
import { forgetConnection } from "#lib/gateways/open-connections.ts";
import { removeConnection } from "#lib/storage/gateway-connections.ts";
import { noConnection } from "./test-connection.ts";

/** Removes a connection and its credentials. Throws `not_found`. */
export async function removeGatewayConnection({
  caller,
  gateway,
}: {
  caller: MemberCaller;
  gateway: GatewayName;
}): Promise<void> {
  const removed = await removeConnection(caller, gateway);
  forgetConnection(caller, gateway);
  if (!removed) throw noConnection();
}
