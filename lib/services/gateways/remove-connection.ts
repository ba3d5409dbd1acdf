import type { MemberCaller } from "#lib/auth/caller.ts";
import type { GatewayName } from "#lib/contract/payments.ts";
import { forgetConnection } from "#lib/gateways/open-connections.ts";
import { removeConnection } from "#lib/storage/gateway-connections.ts";
import { noConnection } from "./test-connection.ts";

/**
 * Takes a connection out of use for new payments; those that wait for its provider are finished with
 * it, and its credentials erased when none is left. Throws `not_found`.
 */
export async function removeGatewayConnection({
  caller,
  gateway,
}: {
  caller: MemberCaller;
  gateway: GatewayName;
}): Promise<void> {
  if (!(await removeConnection(caller, gateway))) throw noConnection();
  forgetConnection(caller, gateway);
}
