import type { Tenant } from "#lib/core/caller.ts";
import type { EventType, OrganizationKind } from "#lib/core/vocabulary.ts";
import { prisma } from "#lib/storage/database.ts";
import { deleteInSteps } from "#lib/storage/delete-in-steps.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { WebhookEndpoint } from "./contract-endpoints.ts";
import type { StoredSecrets } from "./secrets.ts";

type DisabledReason = WebhookEndpoint["disabledReason"];

export type EndpointRow = StoredSecrets & {
  organizationId: string;
  environment: Tenant["environment"];
  url: string;
  types: EventType[];
  description: string;
  disabledReason: DisabledReason;
  disabledAt: Date | null;
  createdAt: Date;
  failingSince: Date | null;
  resendingSince: Date | null;
};

export type EndpointSettings = Pick<EndpointRow, "url" | "types" | "description">;

const columns = `
  e.id, e.organization_id AS "organizationId", e.environment, e.url, e.types, e.description, e.secret,
  e.previous_secret AS "previousSecret", e.previous_secret_until AS "previousSecretUntil",
  e.disabled_reason AS "disabledReason", e.disabled_at AS "disabledAt", e.created_at AS "createdAt", e.failing_since AS "failingSince",
  e.resend_since AS "resendingSince"`;

/** The oldest first. */
export async function selectEndpoints(tenant: Tenant): Promise<EndpointRow[]> {
  const { organizationId, environment } = tenant;
  const rows = await prisma().webhookEndpoint.findMany({
    where: { organizationId, environment },
    orderBy: { id: "asc" },
  });
  return rows.map(toRow);
}

export async function selectEndpoint(tenant: Tenant, id: string): Promise<EndpointRow | undefined> {
  const { organizationId, environment } = tenant;
  const row = await prisma().webhookEndpoint.findUnique({
    where: { id, organizationId, environment },
  });
  return row ? toRow(row) : undefined;
}

type StoredRow = Omit<EndpointRow, "types" | "resendingSince"> & {
  types: string[];
  resendSince: Date | null;
};

const toRow = ({ resendSince: resendingSince, ...row }: StoredRow): EndpointRow => ({
  ...row,
  // What the contract let in is all that the column holds.
  types: row.types as EventType[],
  resendingSince,
});

/**
 * The organization's kind and how many endpoints it has. The row of the organization, which is another room's, is locked
 * until the transaction ends, so that endpoints are counted one after the other. By hand, because Prisma has no row
 * locks; two statements, because the second must see what the lock has waited for.
 */
export async function countForInsert(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
): Promise<{ kind: OrganizationKind | undefined; count: number }> {
  const [organizations, endpoints] = await Promise.all([
    transaction.query<{ kind: OrganizationKind }>(
      "SELECT kind FROM organization WHERE id = $1 FOR NO KEY UPDATE",
      [organizationId],
    ),
    transaction.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhook_endpoint
       WHERE organization_id = $1 AND environment = $2::environment`,
      [organizationId, environment],
    ),
  ]);
  return { kind: organizations.rows[0]?.kind, count: endpoints.rows[0]?.count ?? 0 };
}

/** Another room's; it has no row before the first event. */
const LOG_END = "coalesce((SELECT position FROM event_log_end), 0)";

/** It gets what is published from now on. By hand, as above. */
export async function insertEndpoint(
  transaction: Transaction,
  row: Pick<EndpointRow, "id" | "organizationId" | "environment" | "secret" | "createdAt"> &
    EndpointSettings,
): Promise<void> {
  const { id, organizationId, environment, url, types, description, secret, createdAt } = row;
  await transaction.query(
    `INSERT INTO webhook_endpoint
       (id, organization_id, environment, url, types, description, secret, created_at, position)
     VALUES ($1, $2, $3::environment, $4, $5, $6, $7, $8, ${LOG_END})`,
    [id, organizationId, environment, url, types, description, secret, createdAt],
  );
}

/** `resendSince`: while events are being sent again. */
type LockedEndpoint = EndpointRow & { kind: OrganizationKind; resendSince: Date | null };

/** The endpoint, locked until the transaction ends, and the kind of its organization, which is another room's. */
export async function selectEndpointForUpdate(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  id: string,
): Promise<LockedEndpoint | undefined> {
  const { rows } = await transaction.query<LockedEndpoint>(
    `SELECT ${columns}, e.resend_since AS "resendSince", o.kind FROM webhook_endpoint e JOIN organization o ON o.id = e.organization_id
     WHERE e.id = $1 AND e.organization_id = $2 AND e.environment = $3::environment
     FOR NO KEY UPDATE OF e`,
    [id, organizationId, environment],
  );
  return rows[0];
}

/** The assignments after a success. */
export const HEALTHY = "failures = 0, failing_since = NULL, warned_at = NULL, paused_until = NULL";

/** At another URL, what failed at the one before says nothing. */
export async function updateSettings(
  transaction: Transaction,
  id: string,
  { url, types, description, isMoved }: EndpointSettings & { isMoved: boolean },
): Promise<void> {
  await transaction.query(
    `UPDATE webhook_endpoint SET url = $2, types = $3, description = $4${isMoved ? `, ${HEALTHY}` : ""}
     WHERE id = $1`,
    [id, url, types, description],
  );
}

export async function updateToDisabled(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(
    `UPDATE webhook_endpoint SET disabled_reason = 'requested', disabled_at = now()
     WHERE id = $1 AND disabled_reason IS NULL`,
    [id],
  );
  await endRetries(transaction, id);
}

/** It gets what is published from now on; a resend from before it was disabled is not continued. */
export async function updateToEnabled(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(
    `UPDATE webhook_endpoint
     SET disabled_reason = NULL, disabled_at = NULL, position = ${LOG_END},
         resend_after = NULL, resend_until = NULL, resend_since = NULL, ${HEALTHY}
     WHERE id = $1`,
    [id],
  );
  // Of attempts that were on their way when it was disabled.
  await endRetries(transaction, id);
}

async function endRetries(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(
    `UPDATE webhook_delivery SET status = 'failed', due_at = NULL
     WHERE endpoint_id = $1 AND status = 'waiting'`,
    [id],
  );
}

/** The current secret becomes the previous one as it is: both are bound to the endpoint alone. */
export async function updateSecret(
  transaction: Transaction,
  id: string,
  { secret, previousSecretUntil }: { secret: Uint8Array; previousSecretUntil: Date },
): Promise<void> {
  await transaction.query(
    `UPDATE webhook_endpoint
     SET secret = $2, previous_secret = secret, previous_secret_until = $3
     WHERE id = $1`,
    [id, secret, previousSecretUntil],
  );
}

/** Erases those that have ended by `now`. */
export async function updatePreviousSecrets(now: Date): Promise<void> {
  await prisma().webhookEndpoint.updateMany({
    where: { previousSecretUntil: { lte: now } },
    data: { previousSecret: null, previousSecretUntil: null },
  });
}

/** Each step is kept: the log of a busy endpoint is too long for one statement. */
export async function deleteDeliveries(endpointId: string): Promise<void> {
  await deleteInSteps("webhook_delivery", "endpoint_id = $1 ORDER BY endpoint_id, id", endpointId);
}

/** With the deliveries that came meanwhile. */
export async function deleteEndpointRow(id: string): Promise<void> {
  await prisma().webhookEndpoint.deleteMany({ where: { id } });
}
