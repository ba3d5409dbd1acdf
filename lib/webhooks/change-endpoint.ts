import { isDeepStrictEqual } from "node:util";
import { type ActDetails, actOf } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { AuditAction } from "#lib/core/audit.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { OrganizationKind } from "#lib/core/vocabulary.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import {
  ROTATION_HOURS,
  type RotatedSecret,
  type WebhookEndpoint,
  type WebhookEndpointChange,
} from "./contract-endpoints.ts";
import { requireReadable, requireTypesOf } from "./endpoint-types.ts";
import { requireEndpointUrl } from "./endpoint-url.ts";
import { describeSettings, getEndpoint, noSuchEndpoint } from "./endpoints.ts";
import { createSecret, sealSecret } from "./secrets.ts";
import {
  type EndpointSettings,
  selectEndpointForUpdate,
  updateSecret,
  updateSettings,
  updateToDisabled,
  updateToEnabled,
} from "./store-endpoints.ts";

/**
 * Changes the given settings of an endpoint, and disables or enables it. Throws `invalid_request` that names the field,
 * `not_found`, `forbidden` for types that the caller may not read where they or the URL change, or `conflict` for one
 * that the operator has paused and that is to be enabled.
 */
export async function changeEndpoint({
  caller,
  endpointId,
  change: { status, ...given },
}: {
  caller: Caller;
  endpointId: string;
  change: WebhookEndpointChange;
}): Promise<WebhookEndpoint> {
  if (given.url !== undefined) requireEndpointUrl(given.url, caller.environment);
  await inTransaction(async (transaction) => {
    const row = await selectEndpointForUpdate(transaction, caller, endpointId);
    if (!row) throw noSuchEndpoint();
    requireTypesOf(row.kind, given.types ?? []);
    const record = (action: AuditAction, details: ActDetails = {}) =>
      recordAct(transaction, actOf(caller, action, { target: endpointId, ...details }));

    const { url, types, description } = row;
    const settings = {
      url: given.url ?? url,
      types: [...new Set(given.types ?? types)],
      description: given.description ?? description,
    };
    requireReadableChange(caller, row, settings);
    if (!isDeepStrictEqual(settings, { url, types, description })) {
      const isMoved = settings.url !== url;
      await updateSettings(transaction, endpointId, { ...settings, isMoved });
      const [before, after] = [describeSettings(row), describeSettings(settings)];
      await record("webhook_endpoint.changed", { before, after });
    }

    if (status === "disabled" && row.disabledReason === null) {
      await updateToDisabled(transaction, endpointId);
      await record("webhook_endpoint.disabled");
    }
    if (status === "enabled" && row.disabledReason !== null) {
      if (row.disabledReason === "paused") throw pausedByOperator();
      await updateToEnabled(transaction, endpointId);
      await record("webhook_endpoint.enabled", { before: { disabledReason: row.disabledReason } });
    }
  });
  return await getEndpoint({ caller, endpointId });
}

/**
 * Replaces the secret, which is in this answer and nowhere else; the one before signs, too, for ROTATION_HOURS. Throws
 * `not_found`.
 */
export async function rotateSecret({
  caller,
  endpointId,
}: {
  caller: Caller;
  endpointId: string;
}): Promise<RotatedSecret> {
  const secret = createSecret();
  const previousSecretUntil = new Date(Date.now() + ROTATION_HOURS * 3_600_000);
  await inTransaction(async (transaction) => {
    const row = await selectEndpointForUpdate(transaction, caller, endpointId);
    if (!row) throw noSuchEndpoint();
    const sealed = sealSecret(endpointId, secret);
    const details = {
      target: endpointId,
      after: { previousSecretUntil: previousSecretUntil.toISOString() },
    };
    await Promise.all([
      updateSecret(transaction, endpointId, { secret: sealed, previousSecretUntil }),
      recordAct(transaction, actOf(caller, "webhook_endpoint.secret_rotated", details)),
    ]);
  });
  return { secret, previousSecretUntil };
}

/** Throws `forbidden` where other events are to be sent, or to another URL, and the caller may not read them. */
function requireReadableChange(
  caller: Caller,
  before: EndpointSettings & { kind: OrganizationKind },
  { url, types }: EndpointSettings,
): void {
  if (url === before.url && isDeepStrictEqual(types, before.types)) return;
  requireReadable(caller, before.kind, types);
}

export function pausedByOperator(): AppError {
  return new AppError("conflict", {
    message: "The operator of the service has paused this endpoint, and alone can resume it",
  });
}
