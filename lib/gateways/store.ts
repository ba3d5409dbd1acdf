import type { Act } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Tenant } from "#lib/core/caller.ts";
import type { Tier } from "#lib/core/tiers.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { deleteInSteps } from "#lib/storage/delete-in-steps.ts";
import type { GatewayConnection as Row } from "#lib/storage/generated/client.ts";
import type { ConnectionResource } from "./contract.ts";

/** A merchant's own account at a payment provider; of each gateway and environment one is in use. */
export type GatewayConnection = Tenant &
  Omit<ConnectionResource, "circuit" | "webhookUrl" | "events"> & {
    /** As the provider stated it when the connection was last saved or tested. */
    merchantCategoryCode: string | null;
    /** Encrypted with the service keyring. */
    credentials: Uint8Array<ArrayBuffer>;
  };

const connectionColumns = `
  c.id AS "connectionId", c.organization_id AS "organizationId", c.environment, c.gateway, c.provider,
  c.account, c.merchant_category_code AS "merchantCategoryCode", c.credentials,
  c.last_notification_at AS "lastNotificationAt",
  c.created_at AS "createdAt", c.updated_at AS "updatedAt"`;

/**
 * The connection that new payments go through. SQL, because payments wait for it: Prisma takes several
 * times as long.
 */
export async function selectConnection(
  { organizationId, environment }: Tenant,
  gateway: GatewayName,
): Promise<GatewayConnection | undefined> {
  const { rows } = await pool().query<GatewayConnection>({
    name: "select-connection",
    text: `
      SELECT ${connectionColumns} FROM gateway_connection c
      WHERE c.organization_id = $1 AND c.environment = $2 AND c.gateway = $3 AND c.removed_at IS NULL`,
    values: [organizationId, environment, gateway],
  });
  return rows[0];
}

/** The connection that a payment was begun with, also after its removal, while it can be used. */
export async function selectEarlierConnection(
  { organizationId, environment }: Tenant,
  gateway: GatewayName,
  connectionId: string,
): Promise<GatewayConnection | undefined> {
  const row = await prisma().gatewayConnection.findUnique({
    where: { id: connectionId, organizationId, environment, gateway, credentials: { not: null } },
  });
  return row ? toConnection(row) : undefined;
}

/** With the tier of its organization. */
export type NotifiedConnection = GatewayConnection & { tier: Tier };

/**
 * The connection that a provider's notification names, also after its removal; the signature says
 * whether to believe it. SQL, since Prisma would send a statement more for the organization's table.
 */
export async function selectConnectionById(
  gateway: GatewayName,
  connectionId: string,
): Promise<NotifiedConnection | undefined> {
  const { rows } = await pool().query<NotifiedConnection>({
    name: "select-connection-by-id",
    text: `
      SELECT ${connectionColumns}, o.tier
      FROM gateway_connection c JOIN organization o ON o.id = c.organization_id
      WHERE c.id = $1 AND c.gateway = $2 AND c.credentials IS NOT NULL`,
    values: [connectionId, gateway],
  });
  return rows[0];
}

export async function selectConnections({
  organizationId,
  environment,
}: Tenant): Promise<GatewayConnection[]> {
  const rows = await prisma().gatewayConnection.findMany({
    where: { organizationId, environment, removedAt: null },
    orderBy: { gateway: "asc" },
  });
  return rows.map(toConnection);
}

/** Of all organizations. SQL: a start need not wait for Prisma. */
export async function selectConnectedProviders(): Promise<string[]> {
  const { rows } = await pool().query<{ provider: string }>(
    "SELECT DISTINCT provider FROM gateway_connection WHERE removed_at IS NULL ORDER BY provider",
  );
  return rows.map(({ provider }) => provider);
}

type NewConnection = Pick<
  GatewayConnection,
  "connectionId" | "gateway" | "provider" | "account" | "merchantCategoryCode" | "credentials"
>;

/**
 * Connects an account instead of what was connected before. The same account keeps its id, or gets it
 * back; `connectionId` is for one that was never there.
 */
export async function upsertConnection(
  { organizationId, environment }: Tenant,
  { connectionId, gateway, provider, account, ...checked }: NewConnection,
  act: Act,
): Promise<{ connection: GatewayConnection; isReplacement: boolean }> {
  const place = { organizationId, environment, gateway };
  return await prisma().$transaction(async (transaction) => {
    // One after the other: of two accounts that are connected at once the later one stays. SQL, since
    // Prisma locks no rows.
    await transaction.$queryRaw`SELECT FROM organization WHERE id = ${organizationId} FOR NO KEY UPDATE`;
    const now = new Date();
    const [replaced] = await transaction.gatewayConnection.updateManyAndReturn({
      where: { ...place, removedAt: null },
      data: { removedAt: now },
      select: { id: true, provider: true, account: true },
    });
    // Under the lock no other call adds the account meanwhile. One without a name may be any account.
    const earlier =
      account === null
        ? null
        : await transaction.gatewayConnection.findFirst({ where: { ...place, provider, account } });
    const given = { ...checked, updatedAt: now };
    const row = earlier
      ? await transaction.gatewayConnection.update({
          where: { id: earlier.id },
          data: { ...given, removedAt: null },
        })
      : await transaction.gatewayConnection.create({
          data: { ...place, ...given, id: connectionId, provider, account, createdAt: now },
        });
    const before = replaced && { connectionId: replaced.id, ...described(gateway, replaced) };
    await recordAct(transaction, {
      ...act,
      target: row.id,
      ...(before && { before }),
      after: described(gateway, row),
    });
    return { connection: toConnection(row), isReplacement: replaced !== undefined };
  });
}

/** Records the category that the provider states by now; false where it is the same. */
export async function updateCategory(
  connectionId: string,
  merchantCategoryCode: string,
): Promise<boolean> {
  const { count } = await prisma().gatewayConnection.updateMany({
    where: {
      id: connectionId,
      OR: [{ merchantCategoryCode: null }, { merchantCategoryCode: { not: merchantCategoryCode } }],
    },
    data: { merchantCategoryCode },
  });
  return count > 0;
}

/** What the audit trail says of a connection. */
function described(gateway: GatewayName, { provider, account }: Pick<Row, "provider" | "account">) {
  return { gateway, provider, account };
}

function toConnection({
  id,
  removedAt: _,
  disputesCheckedAt: __,
  credentials,
  ...row
}: Row): GatewayConnection {
  if (!credentials) throw new Error("a connection whose credentials are erased is not read");
  return { ...row, connectionId: id, credentials };
}

/**
 * Takes a connection out of use; false where there is none. Its credentials stay for the payments
 * that were begun with it, until `eraseCredentials`.
 */
export async function markConnectionRemoved(
  { organizationId, environment }: Tenant,
  gateway: GatewayName,
  act: Act,
): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    const [removed] = await tx.gatewayConnection.updateManyAndReturn({
      where: { organizationId, environment, gateway, removedAt: null },
      data: { removedAt: new Date() },
      select: { id: true, provider: true, account: true },
    });
    if (!removed) return false;

    await recordAct(tx, { ...act, target: removed.id, before: described(gateway, removed) });
    return true;
  });
}

/**
 * Erases the credentials that were removed before, unless a payment waits for their provider. SQL: it
 * reads tables of payments, to which Prisma knows no relation from here.
 */
export async function eraseCredentials(removedBefore: Date): Promise<number> {
  const { rowCount } = await pool().query(
    `UPDATE gateway_connection c SET credentials = NULL
     WHERE removed_at < $1 AND credentials IS NOT NULL AND NOT EXISTS (
       SELECT FROM pending_payment q JOIN payment p ON p.id = q.payment_id
       WHERE p.connection_id = c.id)`,
    [removedBefore],
  );
  return rowCount ?? 0;
}

export const NOTIFICATION_PRECISION_MS = 60_000;

/** When an event of a type last came in. */
export type LastEvent = { connectionId: string; type: string; lastReceivedAt: Date };

type Connected = Pick<GatewayConnection, "connectionId">;

/** Written at most once a minute: notifications of a busy provider would wait for one another. */
export async function updateLastNotification({ connectionId }: Connected): Promise<void> {
  const now = new Date();
  const before = new Date(now.getTime() - NOTIFICATION_PRECISION_MS);
  await prisma().gatewayConnection.updateMany({
    where: {
      id: connectionId,
      OR: [{ lastNotificationAt: null }, { lastNotificationAt: { lt: before } }],
    },
    data: { lastNotificationAt: now },
  });
}

/** As rarely, for one type of event. SQL: Prisma has no condition for the update of an upsert. */
export async function upsertLastEvent({ connectionId }: Connected, type: string): Promise<void> {
  await pool().query(
    `INSERT INTO gateway_event_type AS known (connection_id, type, last_received_at)
     VALUES ($1, $2, now())
     ON CONFLICT (connection_id, type) DO UPDATE SET last_received_at = now()
     WHERE known.last_received_at < now() - $3 * interval '1 millisecond'`,
    [connectionId, type, NOTIFICATION_PRECISION_MS],
  );
}

export async function selectLastEvents(connections: readonly Connected[]): Promise<LastEvent[]> {
  const ids = connections.map(({ connectionId }) => connectionId);
  return await prisma().gatewayEventType.findMany({ where: { connectionId: { in: ids } } });
}

/** Connections of all organizations, removed ones included, that were not asked for disputes since; the oldest first. */
export async function selectUncheckedConnections(
  before: Date,
  { exceptOf, limit }: { exceptOf: string; limit: number },
): Promise<(Tenant & { gateway: GatewayName; connectionId: string })[]> {
  const rows = await prisma().gatewayConnection.findMany({
    where: {
      credentials: { not: null },
      provider: { not: exceptOf },
      OR: [{ disputesCheckedAt: null }, { disputesCheckedAt: { lt: before } }],
    },
    select: { id: true, organizationId: true, environment: true, gateway: true },
    orderBy: { disputesCheckedAt: { sort: "asc", nulls: "first" } },
    take: limit,
  });
  return rows.map(({ id, ...row }) => ({ ...row, connectionId: id }));
}

export async function updateDisputesChecked(connectionId: string, at: Date): Promise<void> {
  await prisma().gatewayConnection.updateMany({
    where: { id: connectionId },
    data: { disputesCheckedAt: at },
  });
}

export async function hasEvent(connectionId: string, eventId: string): Promise<boolean> {
  const key = { connectionId, eventId };
  const row = await prisma().gatewayEvent.findUnique({ where: { connectionId_eventId: key } });
  return row !== null;
}

export async function insertEvent(connectionId: string, eventId: string): Promise<void> {
  await prisma().gatewayEvent.createMany({
    data: { connectionId, eventId },
    skipDuplicates: true,
  });
}

export async function deleteEventsBefore(before: Date): Promise<void> {
  await deleteInSteps("gateway_event", "received_at < $1 ORDER BY received_at", before);
}
