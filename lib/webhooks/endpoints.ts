import { actOf } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Caller, Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import {
  MAX_ENDPOINTS,
  type WebhookEndpoint,
  type WebhookEndpointRequest,
  type WebhookEndpointWithSecret,
} from "./contract-endpoints.ts";
import { requireReadable, requireTypesOf } from "./endpoint-types.ts";
import { requireEndpointUrl } from "./endpoint-url.ts";
import { createSecret, sealSecret } from "./secrets.ts";
import {
  countForInsert,
  deleteDeliveries,
  deleteEndpointRow,
  type EndpointRow,
  type EndpointSettings,
  insertEndpoint,
  selectEndpoint,
  selectEndpointForUpdate,
  selectEndpoints,
  updateToDisabled,
} from "./store-endpoints.ts";

/**
 * Adds an endpoint, whose secret is in this answer and nowhere else. Throws `invalid_request` that names the field,
 * `forbidden` for types that the caller may not read, or `conflict` where there are too many.
 */
export async function createEndpoint({
  caller,
  request: { url, types, description },
}: {
  caller: Caller;
  request: WebhookEndpointRequest;
}): Promise<WebhookEndpointWithSecret> {
  requireEndpointUrl(url, caller.environment);
  const id = createId("webhookEndpoint");
  const secret = createSecret();
  const { organizationId, environment } = caller;
  const settings = { url, types: [...new Set(types)], description };
  const createdAt = new Date();
  await inTransaction(async (transaction) => {
    const { kind, count } = await countForInsert(transaction, caller);
    requireTypesOf(kind, types);
    requireReadable(caller, kind, types);
    if (count >= MAX_ENDPOINTS) throw tooMany();

    const stored = { id, organizationId, environment, createdAt, secret: sealSecret(id, secret) };
    const after = describeSettings(settings);
    await Promise.all([
      insertEndpoint(transaction, { ...stored, ...settings }),
      recordAct(transaction, actOf(caller, "webhook_endpoint.created", { target: id, after })),
    ]);
  });
  const health = {
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    resendingSince: null,
  };
  const state = { id, ...settings, ...health, createdAt };
  return { ...toEndpoint(state), secret };
}

export async function listEndpoints({ caller }: { caller: Tenant }): Promise<WebhookEndpoint[]> {
  return (await selectEndpoints(caller)).map(toEndpoint);
}

/** Throws `not_found`. */
export async function getEndpoint({
  caller,
  endpointId,
}: {
  caller: Tenant;
  endpointId: string;
}): Promise<WebhookEndpoint> {
  return toEndpoint(await getEndpointRow(caller, endpointId));
}

/** The same as it is stored. */
export async function getEndpointRow(tenant: Tenant, endpointId: string): Promise<EndpointRow> {
  const row = await selectEndpoint(tenant, endpointId);
  if (!row) throw noSuchEndpoint();
  return row;
}

/**
 * Deletes an endpoint and its deliveries. From the start, it is disabled and the trail has the act; if the process dies
 * meanwhile, it can be deleted again. Throws `not_found`.
 */
export async function deleteEndpoint({
  caller,
  endpointId,
}: {
  caller: Caller;
  endpointId: string;
}): Promise<{ endpointId: string; deleted: true }> {
  await inTransaction(async (transaction) => {
    const row = await selectEndpointForUpdate(transaction, caller, endpointId);
    if (!row) throw noSuchEndpoint();
    const details = { target: endpointId, before: describeSettings(row) };
    await Promise.all([
      updateToDisabled(transaction, endpointId),
      recordAct(transaction, actOf(caller, "webhook_endpoint.deleted", details)),
    ]);
  });
  await deleteDeliveries(endpointId);
  await deleteEndpointRow(endpointId);
  return { endpointId, deleted: true };
}

/** The settings as the audit trail records them: a path or a query may hold a token. */
export function describeSettings({ url, types, description }: EndpointSettings) {
  return { origin: new URL(url).origin, types, description };
}

function toEndpoint({
  id: endpointId,
  disabledReason,
  ...row
}: EndpointSettings &
  Pick<
    EndpointRow,
    "id" | "disabledReason" | "disabledAt" | "createdAt" | "failingSince" | "resendingSince"
  >): WebhookEndpoint {
  const { url, types, description, disabledAt, createdAt, failingSince, resendingSince } = row;
  const status = disabledReason === null ? "enabled" : "disabled";
  return {
    endpointId,
    url,
    types,
    description,
    status,
    disabledReason,
    disabledAt,
    createdAt,
    failingSince,
    resendingSince,
  };
}

export function noSuchEndpoint(): AppError {
  return new AppError("not_found", { message: "No such webhook endpoint in this environment" });
}

function tooMany(): AppError {
  return new AppError("conflict", {
    message: "There are too many webhook endpoints in this environment; delete one first",
    details: `at most ${MAX_ENDPOINTS}`,
  });
}
