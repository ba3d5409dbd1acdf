import type { MemberCaller } from "#lib/auth/caller.ts";
import { config } from "#lib/config.ts";
import type { ConnectionRequest, ConnectionResource } from "#lib/contract/gateways.ts";
import type { GatewayName } from "#lib/contract/payments.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { encryptCredentials } from "#lib/gateways/connection-credentials.ts";
import { forgetConnection } from "#lib/gateways/open-connections.ts";
import { findProvider, type Provider, providers } from "#lib/gateways/providers.ts";
import { createId } from "#lib/ids/create-id.ts";
import { findConnection, saveConnection } from "#lib/storage/gateway-connections.ts";
import { describeConnection } from "./describe-connection.ts";
import { readCredentials } from "./read-credentials.ts";
import { requireSettled } from "./require-settled.ts";

/**
 * Connects a provider to a gateway, or replaces what is connected, once the provider has taken the
 * credentials. Throws `invalid_request` that names the field, `conflict` while payments wait for the
 * provider that was connected before, or `service_unavailable` where the new one gives no answer;
 * nothing is stored then.
 */
export async function saveGatewayConnection({
  caller,
  gateway,
  request,
}: {
  caller: MemberCaller;
  gateway: GatewayName;
  request: ConnectionRequest;
}): Promise<{ connection: ConnectionResource; isNew: boolean }> {
  const provider = requireProvider(caller, gateway, request.provider);
  const credentials = readCredentials(provider, request.credentials);
  const earlier = await findConnection(caller, gateway);
  if (earlier && earlier.provider !== request.provider) await requireSettled(earlier);
  await requireAcceptance(provider, credentials, { gateway, environment: caller.environment });

  const { organizationId, environment } = caller;
  const place = { organizationId, environment, gateway, provider: request.provider };
  const { connection, isNew } = await saveConnection(caller, {
    ...place,
    id: createId("connection"),
    credentials: encryptCredentials(place, credentials),
  });
  forgetConnection(caller, gateway);
  return { connection: describeConnection(connection), isNew };
}

function requireProvider(
  { environment }: MemberCaller,
  gateway: GatewayName,
  name: string,
): Provider {
  const provider = findProvider(name);
  if (!provider?.gateways.includes(gateway)) {
    const names = Object.entries(providers).flatMap(([other, { gateways }]) =>
      gateways.includes(gateway) ? [other] : [],
    );
    throw invalid(`provider: must be one of ${names.join(", ")} for ${gateway}`);
  }
  if (environment === "production" && name === "sandbox") {
    throw invalid("provider: production takes real payments only, and the sandbox takes none");
  }
  return provider;
}

async function requireAcceptance(
  provider: Provider,
  credentials: unknown,
  place: Parameters<Provider["open"]>[1],
): Promise<void> {
  const signal = AbortSignal.timeout(config().gatewayTimeoutMs);
  const outcome = await provider.open(credentials, place).check(signal);
  if (outcome.kind === "refused") {
    throw invalid(`credentials.${provider.blame(outcome.reason)}: refused by the provider`, {
      message: "The provider does not take these credentials",
    });
  }
  if (outcome.kind === "unknown") {
    throw new AppError("service_unavailable", {
      message: "The provider gave no answer, so the credentials were not saved",
      headers: { "Retry-After": "5" },
    });
  }
}

function invalid(details: string, { message = "Request validation failed" } = {}): AppError {
  return new AppError("invalid_request", { message, details });
}
