import { actOf } from "#lib/audit/act.ts";
import { config } from "#lib/config.ts";
import type { MemberCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { waitOutside } from "#lib/limits/outside.ts";
import { showConnection } from "./connections.ts";
import type { ConnectionRequest, ConnectionResource } from "./contract.ts";
import { encryptCredentials, readCredentials } from "./credentials.ts";
import type { CheckOutcome } from "./gateway.ts";
import { forgetConnection } from "./open-connection.ts";
import type { GatewayPlace, Provider } from "./provider.ts";
import { findProvider, providers } from "./providers.ts";
import { selectLastEvents, upsertConnection } from "./store.ts";

/**
 * Connects a provider to a gateway, or replaces what is connected, once the provider has accepted the
 * credentials. Another account is another connection: payments that were started with the earlier one
 * are finished with that. Throws `invalid_request` that names the field, or `service_unavailable`
 * where the provider gives no answer; nothing is stored then.
 */
export async function saveConnection({
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
  const { organizationId, environment } = caller;
  const mismatch = provider.explainMismatch(credentials, environment);
  if (mismatch) throw invalid(`credentials.${mismatch}`);
  const place = { gateway, environment };
  const { account, merchantCategoryCode } = await requireAcceptance(provider, credentials, place);

  const owner = { organizationId, environment, gateway, provider: request.provider };
  const { connection, isReplacement } = await upsertConnection(
    caller,
    {
      ...owner,
      connectionId: createId("connection"),
      account,
      merchantCategoryCode,
      credentials: encryptCredentials(owner, credentials),
    },
    actOf(caller, "gateway.connected"),
  );
  forgetConnection(caller, gateway);
  const lastEvents = await selectLastEvents([connection]);
  return { connection: showConnection(connection, lastEvents), isNew: !isReplacement };
}

function requireProvider(
  { environment }: MemberCaller,
  gateway: GatewayName,
  name: string,
): Provider {
  const provider = findProvider(name);
  if (!provider?.form.gateways.includes(gateway)) {
    const names = Object.values(providers).flatMap(({ form }) =>
      form.gateways.includes(gateway) ? [form.name] : [],
    );
    throw invalid(`provider: must be one of ${names.join(", ")} for ${gateway}`);
  }
  if (environment === "production" && provider.form.builtIn) {
    throw invalid(`provider: production takes real payments only, and the ${name} takes none`);
  }
  return provider;
}

/** What the provider says of the account that the credentials are of. */
async function requireAcceptance(
  provider: Provider,
  credentials: unknown,
  place: GatewayPlace,
): Promise<Extract<CheckOutcome, { kind: "ok" }>> {
  const signal = AbortSignal.timeout(config().gatewayTimeoutMs);
  const outcome = await waitOutside(provider.open(credentials, place).check(signal));
  switch (outcome.kind) {
    case "ok":
      return outcome;
    case "refused": {
      const why = outcome.missing
        ? `may not do what payments need: ${outcome.missing.join(", ")}`
        : "refused by the provider";
      throw invalid(`credentials.${provider.refusedField(outcome.reason)}: ${why}`, {
        message: "The provider does not accept these credentials",
      });
    }
    case "unknown":
      throw new AppError("service_unavailable", {
        message: "The provider gave no answer, so the credentials were not saved",
        headers: { "Retry-After": "5" },
      });
  }
}

function invalid(details: string, { message = "Request validation failed" } = {}): AppError {
  return new AppError("invalid_request", { message, details });
}
