import type { Tenant } from "#lib/auth/caller.ts";
import type { GatewayName } from "#lib/contract/payments.ts";
import { pool } from "./database.ts";

/** A merchant's own account at a payment provider, one for each of its gateways and environments. */
export type GatewayConnection = Tenant & {
  id: string;
  gateway: GatewayName;
  provider: string;
  /** Encrypted with the service keyring. */
  credentials: Uint8Array;
  createdAt: Date;
  updatedAt: Date;
};

const columns = `
  id, organization_id AS "organizationId", environment, gateway, provider, credentials,
  created_at AS "createdAt", updated_at AS "updatedAt"`;

export async function findConnection(
  { organizationId, environment }: Tenant,
  gateway: GatewayName,
): Promise<GatewayConnection | undefined> {
  const { rows } = await pool().query<GatewayConnection>({
    name: "find-connection",
    text: `
      SELECT ${columns} FROM gateway_connection
      WHERE organization_id = $1 AND environment = $2 AND gateway = $3`,
    values: [organizationId, environment, gateway],
  });
  return rows[0];
}

/** The connection that a provider's notification names; the signature says whether to believe it. */
export async function findConnectionById(
  gateway: GatewayName,
  id: string,
): Promise<GatewayConnection | undefined> {
  const { rows } = await pool().query<GatewayConnection>({
    name: "find-connection-by-id",
    text: `SELECT ${columns} FROM gateway_connection WHERE id = $1 AND gateway = $2`,
    values: [id, gateway],
  });
  return rows[0];
}

export async function listConnections({
  organizationId,
  environment,
}: Tenant): Promise<GatewayConnection[]> {
  const { rows } = await pool().query<GatewayConnection>(
    `SELECT ${columns} FROM gateway_connection
     WHERE organization_id = $1 AND environment = $2 ORDER BY gateway`,
    [organizationId, environment],
  );
  return rows;
}

type NewConnection = Pick<GatewayConnection, "id" | "gateway" | "provider" | "credentials">;

/** Makes the connection, or replaces what an earlier one has; its id stays then. */
export async function saveConnection(
  { organizationId, environment }: Tenant,
  { id, gateway, provider, credentials }: NewConnection,
): Promise<{ connection: GatewayConnection; isNew: boolean }> {
  const { rows } = await pool().query<GatewayConnection>(
    `INSERT INTO gateway_connection AS c
       (id, organization_id, environment, gateway, provider, credentials, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, now())
     ON CONFLICT (organization_id, environment, gateway)
     DO UPDATE SET provider = $5, credentials = $6, updated_at = now()
     RETURNING ${columns}`,
    [id, organizationId, environment, gateway, provider, credentials],
  );
  const [connection] = rows;
  if (!connection) throw new Error("an insert or update returns its row");
  return { connection, isNew: connection.id === id };
}

export async function removeConnection(
  { organizationId, environment }: Tenant,
  gateway: GatewayName,
): Promise<void> {
  await pool().query(
    `DELETE FROM gateway_connection
     WHERE organization_id = $1 AND environment = $2 AND gateway = $3`,
    [organizationId, environment, gateway],
  );
}

/** Whether payments were left without an answer; those under way still have their caller. */
export async function hasUnansweredPayments({
  organizationId,
  environment,
  gateway,
}: Pick<GatewayConnection, "organizationId" | "environment" | "gateway">): Promise<boolean> {
  const { rows } = await pool().query<{ unanswered: boolean }>(
    `SELECT EXISTS (
       SELECT 1 FROM payment WHERE status = 'pending'
         AND organization_id = $1 AND environment = $2 AND gateway = $3
         AND (claimed_until IS NULL OR claimed_until <= now())) AS unanswered`,
    [organizationId, environment, gateway],
  );
  return rows[0]?.unanswered ?? false;
}
