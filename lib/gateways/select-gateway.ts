import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { Gateway } from "./gateway.ts";
import { openConnection, reopenConnection } from "./open-connection.ts";
import { createSandbox } from "./sandbox/sandbox.ts";

/** What takes a payment; the sandbox of those who connected nothing has no id. */
export type SelectedGateway = { gateway: Gateway; connectionId: string | null };

const sandboxes: Record<GatewayName, Gateway> = {
  gateway_one: createSandbox("gateway_one"),
  gateway_two: createSandbox("gateway_two"),
};

/** How long to wait for somebody to connect an account again, seconds. */
const RECONNECT_SECONDS = "60";

/**
 * The gateway that takes a new payment: through the merchant's connection, else the sandbox.
 * Undefined without a connection in production, which has no sandbox.
 */
export async function selectGateway(
  { organizationId, environment }: Tenant,
  gateway: GatewayName,
): Promise<SelectedGateway | undefined> {
  const connection = await openConnection({ organizationId, environment }, gateway);
  if (connection) return { gateway: connection.gateway, connectionId: connection.stored.id };
  if (environment === "production") return undefined;
  return { gateway: sandboxes[gateway], connectionId: null };
}

type Begun = Tenant & { gateway: GatewayName; connectionId: string | null };

/**
 * The gateway that a payment was begun with, and no other: whether it was charged only that account
 * can tell, and another would charge it again. Throws `service_unavailable` where it is gone.
 */
export async function reselectGateway(payment: Begun): Promise<Gateway> {
  const { organizationId, environment, gateway, connectionId } = payment;
  if (connectionId === null && environment !== "production") return sandboxes[gateway];

  const tenant = { organizationId, environment };
  const connection = connectionId && (await reopenConnection(tenant, gateway, connectionId));
  if (connection) return connection.gateway;
  throw new AppError("service_unavailable", {
    message:
      "The provider's account that this payment was begun with is no longer connected, and only it " +
      "knows whether the payment was made; connect the same account again to go on",
    headers: { "Retry-After": RECONNECT_SECONDS },
  });
}

export function notConnected(): AppError {
  return new AppError("invalid_request", {
    message: "No payment provider is connected for this gateway in production",
    details: "gateway: development and staging have a sandbox; production takes real payments only",
  });
}
