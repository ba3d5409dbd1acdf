import type { Tenant } from "#lib/core/caller.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { pool } from "#lib/storage/database.ts";
import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";

/** A merchant's own account at a payment provider; of each gateway and environment one is in use. */
export type GatewayConnection = Tenant & {
  id: string;
  gateway: GatewayName;
  provider: string;
  /** The provider's own id of it; null where that is not known. */
  account: string | null;
  /** Encrypted with the service keyring. */
  credentials: Uint8Array;
  lastNotificationAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

const columns = `
  id, organization_id AS "organizationId", environment, gateway, provider, account, credentials,
  last_notification_at AS "lastNotificationAt", created_at AS "createdAt",
  updated_at AS "updatedAt"`;

/** The connection that new payments go through. */
export async function selectConnection(
  { organizationId, environment }: Tenant,
  gateway: GatewayName,
): Promise<GatewayConnection | undefined> {
  const { rows } = await pool().query<GatewayConnection>({
    name: "find-connection",
    text: `
      SELECT ${columns} FROM gateway_connection
      WHERE organization_id = $1 AND environment = $2 AND gateway = $3 AND removed_at IS NULL`,
    values: [organizationId, environment, gateway],
  });
  return rows[0];
}

/** The connection that a payment was begun with, also after its removal, while it can be used. */
export async function selectEarlierConnection(
  { organizationId, environment }: Tenant,
  gateway: GatewayName,
  id: string,
): Promise<GatewayConnection | undefined> {
  const { rows } = await pool().query<GatewayConnection>({
    name: "find-earlier-connection",
    text: `
      SELECT ${columns} FROM gateway_connection
      WHERE id = $4 AND organization_id = $1 AND environment = $2 AND gateway = $3
        AND credentials IS NOT NULL`,
    values: [organizationId, environment, gateway, id],
  });
  return rows[0];
}

/**
 * The connection that a provider's notification names, also after its removal; the signature says
 * whether to believe it.
 */
export async function selectConnectionById(
  gateway: GatewayName,
  id: string,
): Promise<GatewayConnection | undefined> {
  const { rows } = await pool().query<GatewayConnection>({
    name: "find-connection-by-id",
    text: `
      SELECT ${columns} FROM gateway_connection
      WHERE id = $1 AND gateway = $2 AND credentials IS NOT NULL`,
    values: [id, gateway],
  });
  return rows[0];
}

export async function selectConnections({
  organizationId,
  environment,
}: Tenant): Promise<GatewayConnection[]> {
  const { rows } = await pool().query<GatewayConnection>(
    `SELECT ${columns} FROM gateway_connection
     WHERE organization_id = $1 AND environment = $2 AND removed_at IS NULL ORDER BY gateway`,
    [organizationId, environment],
  );
  return rows;
}

type NewConnection = Pick<
  GatewayConnection,
  "id" | "gateway" | "provider" | "account" | "credentials"
>;

/**
 * Connects an account instead of what was connected before. The same account keeps its id, or gets it
 * again; `id` is for one that was never there.
 */
export async function upsertConnection(
  { organizationId, environment }: Tenant,
  { id, gateway, provider, account, credentials }: NewConnection,
): Promise<{ connection: GatewayConnection; isReplacement: boolean }> {
  return await inTransaction(async (transaction) => {
    // One after the other: of two accounts that are connected at once the later one stays.
    await transaction.query("SELECT FROM organization WHERE id = $1 FOR NO KEY UPDATE", [
      organizationId,
    ]);
    const { rowCount: replaced } = await transaction.query(
      `UPDATE gateway_connection SET removed_at = now()
       WHERE organization_id = $1 AND environment = $2 AND gateway = $3 AND removed_at IS NULL`,
      [organizationId, environment, gateway],
    );
    const { rows } = await transaction.query<GatewayConnection>(
      `INSERT INTO gateway_connection AS c
         (id, organization_id, environment, gateway, provider, account, credentials, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now())
       ON CONFLICT (organization_id, environment, gateway, provider, account)
       DO UPDATE SET credentials = $7, removed_at = NULL, updated_at = now()
       RETURNING ${columns}`,
      [id, organizationId, environment, gateway, provider, account, credentials],
    );
    const [connection] = rows;
    if (!connection) throw new Error("an insert or update returns its row");
    return { connection, isReplacement: replaced !== 0 };
  });
}

/**
 * Takes a connection out of use; false where there is none. Its credentials stay for the payments
 * that were begun with it, until `eraseCredentials`.
 */
export async function markConnectionRemoved(
  { organizationId, environment }: Tenant,
  gateway: GatewayName,
): Promise<boolean> {
  const { rowCount } = await pool().query(
    `UPDATE gateway_connection SET removed_at = now()
     WHERE organization_id = $1 AND environment = $2 AND gateway = $3 AND removed_at IS NULL`,
    [organizationId, environment, gateway],
  );
  return rowCount !== 0;
}

/** Erases the credentials that were removed before, unless a payment waits for their provider. */
export async function eraseCredentials(removedBefore: Date): Promise<number> {
  const { rowCount } = await pool().query(
    `UPDATE gateway_connection c SET credentials = NULL, updated_at = now()
     WHERE removed_at < $1 AND credentials IS NOT NULL AND NOT EXISTS (
       SELECT FROM pending_payment q JOIN payment p ON p.id = q.payment_id
       WHERE p.connection_id = c.id)`,
    [removedBefore],
  );
  return rowCount ?? 0;
}

/** Written once a minute at most: a busy provider would wait for itself. */
export async function markNotified({ id }: Pick<GatewayConnection, "id">): Promise<void> {
  await pool().query({
    name: "mark-notified",
    text: `
      UPDATE gateway_connection SET last_notification_at = now()
      WHERE id = $1 AND (last_notification_at IS NULL
        OR last_notification_at < now() - interval '1 minute')`,
    values: [id],
  });
}

/** False where the event was taken before; one under way in another process is waited for. */
export async function insertEvent(
  transaction: Transaction,
  connectionId: string,
  eventId: string,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `INSERT INTO gateway_event (connection_id, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [connectionId, eventId],
  );
  return rowCount === 1;
}

/** Forgets the events that came in before; returns how many. */
export async function deleteEventsBefore(before: Date): Promise<number> {
  const { rowCount } = await pool().query("DELETE FROM gateway_event WHERE received_at < $1", [
    before,
  ]);
  return rowCount ?? 0;
}
