import type { MemberCaller } from "#lib/auth/caller.ts";
import { config } from "#lib/config.ts";
import type { ConnectionTest } from "#lib/contract/gateways.ts";
import type { GatewayName } from "#lib/contract/payments.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { openConnection } from "#lib/gateways/open-connections.ts";

/** Asks the provider whether it takes the saved credentials. Throws `not_found`. */
export async function testGatewayConnection({
  caller,
  gateway,
}: {
  caller: MemberCaller;
  gateway: GatewayName;
}): Promise<ConnectionTest> {
  const connection = await openConnection(caller, gateway);
  if (!connection) throw noConnection();

  const { provider } = connection.stored;
  const outcome = await connection.gateway.check(AbortSignal.timeout(config().gatewayTimeoutMs));
  switch (outcome.kind) {
    case "ok":
      return { gateway, provider, result: "ok", reason: null };
    case "refused":
      return { gateway, provider, result: "refused", reason: outcome.reason };
    case "unknown":
      return { gateway, provider, result: "unreachable", reason: null };
  }
}

export function noConnection(): AppError {
  return new AppError("not_found", {
    message: "No provider is connected to this gateway in this environment",
  });
}
