import type { Tenant } from "#lib/auth/caller.ts";
import type { GatewayName } from "#lib/contract/payments.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Gateway } from "./gateway.ts";
import { openConnection } from "./open-connections.ts";
import { createSandbox } from "./sandbox.ts";

const sandboxes: Record<GatewayName, Gateway> = {
  gateway_one: createSandbox("gateway_one"),
  gateway_two: createSandbox("gateway_two"),
};

/**
 * The gateway that takes the merchant's payment: through its own connection, else the sandbox.
 * Throws `invalid_request` in production, which has no sandbox.
 */
export async function selectGateway(
  { organizationId, environment }: Tenant,
  gateway: GatewayName,
): Promise<Gateway> {
  const connection = await openConnection({ organizationId, environment }, gateway);
  if (connection) return connection.gateway;
  if (environment !== "production") return sandboxes[gateway];

  throw new AppError("invalid_request", {
    message: "No payment provider is connected for this gateway in production",
    details: "gateway: development and staging have a sandbox; production takes real payments only",
  });
}
