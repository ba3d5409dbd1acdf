import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { AnyEnvironment, GatewayName } from "#lib/core/vocabulary.ts";
import type { Gateway } from "./gateway.ts";
import { openConnection, reopenConnection } from "./open-connection.ts";
import { builtIn } from "./providers.ts";

/** What takes a payment; the sandbox of those who connected nothing has no connection. */
export type SelectedGateway = { gateway: Gateway; connectionId: string | null };

/** How long to wait for an account to be connected again. */
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
  if (connection)
    return { gateway: connection.gateway, connectionId: connection.stored.connectionId };
  if (environment === "production") return undefined;
  return { gateway: openSandbox(gateway, environment), connectionId: null };
}

/** One serves all merchants: it keeps nothing. */
const sandboxes = new Map<string, Gateway>();

function openSandbox(gateway: GatewayName, environment: AnyEnvironment): Gateway {
  const key = `${gateway}:${environment}`;
  const sandbox = sandboxes.get(key) ?? builtIn.open({}, { gateway, environment });
  sandboxes.set(key, sandbox);
  return sandbox;
}

type StartedPayment = Tenant & { gateway: GatewayName; connectionId: string | null };

/**
 * The gateway that a payment was started with, and no other: only that account knows whether it was
 * charged, and another would charge it again. Throws `service_unavailable` where it is gone.
 */
export async function reselectGateway(payment: StartedPayment): Promise<Gateway> {
  const { organizationId, environment, gateway, connectionId } = payment;
  if (connectionId === null && environment !== "production") {
    return openSandbox(gateway, environment);
  }

  const tenant = { organizationId, environment };
  const connection = connectionId && (await reopenConnection(tenant, gateway, connectionId));
  if (connection) return connection.gateway;
  throw new AppError("service_unavailable", {
    message:
      "The provider's account that this payment was started with is no longer connected, and only it " +
      "knows whether the payment was made; connect the same account again to go on",
    headers: { "Retry-After": RECONNECT_SECONDS },
  });
}

/** Whether a payment was started in the built-in sandbox, where no money moves. */
export async function isSandbox(payment: StartedPayment): Promise<boolean> {
  const { organizationId, environment, gateway, connectionId } = payment;
  if (connectionId === null) return environment !== "production";
  const connection = await reopenConnection({ organizationId, environment }, gateway, connectionId);
  return connection?.stored.provider === builtIn.form.name;
}

export function notConnected(): AppError {
  return new AppError("invalid_request", {
    message: "No payment provider is connected for this gateway in production",
    details: "gateway: development and staging have a sandbox; production takes real payments only",
  });
}
