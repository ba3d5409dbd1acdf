import type { Actor, Tenant } from "#lib/core/caller.ts";
import type { KnownCardIndex } from "#lib/crypto/card-index.ts";
import { dataEventPart } from "#lib/events/outbox.ts";
import type { Payer } from "#lib/payments/unlink.ts";
import type { Cardholder } from "#lib/recipients/card.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { ofIssuer } from "#lib/storage/tenant-range.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { UserSummary } from "./contract.ts";

/** Of all organizations, the first one first. */
export async function selectErasedUsers(): Promise<string[]> {
  const rows = await prisma().erasure.findMany({
    select: { cardholderId: true },
    orderBy: { erasedAt: "asc" },
  });
  return rows.map(({ cardholderId }) => cardholderId);
}

/** Of any issuer; for the operator. */
export async function selectTenant(cardholderId: string): Promise<Tenant | null> {
  return await prisma().cardholder.findUnique({
    where: { id: cardholderId },
    select: { organizationId: true, environment: true },
  });
}

/** With its first key. By hand: it takes part in the transaction of a registration. */
export async function insertCardholder(
  transaction: Transaction,
  { environment }: Pick<Tenant, "environment">,
  { card, publicKey, ...cardholder }: Cardholder & { card: KnownCardIndex; publicKey: string },
): Promise<void> {
  await transaction.query({
    name: "insert-cardholder",
    text: `
      WITH registered AS (
        INSERT INTO cardholder (id, environment, card_index, pepper_version, organization_id,
                                current_key_id, registered_at, delivered_receipts)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        RETURNING id, organization_id, environment, current_key_id, registered_at
      ), ${dataEventPart({ from: "registered", type: "'user.registered'", data: "$10::json", cardholderId: "id" })}
      INSERT INTO cardholder_key (cardholder_id, key_id, public_key, created_at)
      SELECT id, current_key_id, $9, registered_at FROM registered`,
    values: [
      cardholder.id,
      environment,
      card.value,
      card.version,
      cardholder.organizationId,
      cardholder.currentKeyId,
      cardholder.registeredAt,
      cardholder.deliveredReceipts,
      publicKey,
      JSON.stringify(toSummary(cardholder)),
    ],
  });
}

/** How many receipts were handed over. By hand, as above. */
export async function updateDeliveredReceipts(
  transaction: Transaction,
  { id, deliveredReceipts }: Pick<Cardholder, "id" | "deliveredReceipts">,
): Promise<void> {
  await transaction.query("UPDATE cardholder SET delivered_receipts = $2 WHERE id = $1", [
    id,
    deliveredReceipts,
  ]);
}

function toSummary({ id, currentKeyId, registeredAt }: Cardholder): UserSummary {
  return { userId: id, keyId: currentKeyId, registeredAt };
}

/** By hand: a keyset page over millions of rows, as one range of the index. */
export async function selectUsers(
  tenant: Tenant,
  { before, limit }: { before: string; limit: number },
): Promise<UserSummary[]> {
  const { rows } = await pool().query<UserSummary>(usersStatement(tenant, { before, limit }));
  return rows;
}

/** Exported so that tests can EXPLAIN it. */
export function usersStatement(
  { organizationId, environment }: Tenant,
  { before, limit }: { before: string; limit: number },
) {
  return {
    name: "list-users",
    text: `
      SELECT c.id AS "userId", c.current_key_id AS "keyId", c.registered_at AS "registeredAt"
      FROM cardholder c WHERE ${ofIssuer}
      ORDER BY c.organization_id DESC, c.environment DESC, c.id DESC LIMIT $4`,
    values: [organizationId, environment, before, limit],
  };
}

/**
 * Deletes the cardholder with its public keys and identifiers and records the erasure, of no receipts yet. Returns
 * the indexes of its card and the others; undefined if there is no such cardholder. By hand: it takes part in the
 * transaction of an erasure.
 */
export async function deleteCardholder(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  { userId, erasedAt, apiKeyId, memberId }: Actor & { userId: string; erasedAt: Date },
): Promise<Uint8Array[] | undefined> {
  // A statement of its own: the next one must see an identifier that was added while this waited.
  await transaction.query("SELECT FROM cardholder WHERE id = $1 FOR UPDATE", [userId]);
  const { rows } = await transaction.query<{ indexes: Uint8Array[] }>(
    `WITH deleted AS (
       DELETE FROM cardholder WHERE id = $1 AND organization_id = $2 AND environment = $3
       RETURNING id, organization_id, environment, card_index
     ), recorded AS (
       INSERT INTO erasure (cardholder_id, organization_id, environment, erased_at, erased_receipts,
                            api_key_id, member_id)
       SELECT id, organization_id, environment, $4, 0, $5, $6 FROM deleted
     ), ${dataEventPart({ from: "deleted", type: "'user.erased'", data: "json_build_object('userId', id)" })}
     SELECT card_index || ARRAY(
              SELECT identifier_index FROM cardholder_identifier i WHERE i.cardholder_id = deleted.id
            ) AS indexes
     FROM deleted`,
    [userId, organizationId, environment, erasedAt, apiKeyId, memberId],
  );
  return rows[0]?.indexes;
}

/** Adds to the receipts of an erasure. By hand: it takes part in the transaction that erases them. */
export async function updateErasure(
  transaction: Transaction,
  userId: string,
  erasedReceipts: number,
): Promise<void> {
  await transaction.query(
    "UPDATE erasure SET erased_receipts = erased_receipts + $2 WHERE cardholder_id = $1",
    [userId, erasedReceipts],
  );
}

/**
 * Cardholders of all organizations whose erasure is not complete and who have payments. Reads payments, which
 * another room owns. By hand: a probe of the index for each of them, however many payments there are.
 */
export async function selectLatePayers(): Promise<Payer[]> {
  const { rows } = await pool().query<Payer>(
    `SELECT e.environment, e.cardholder_id AS "userId" FROM erasure e
     CROSS JOIN LATERAL (SELECT FROM payment p WHERE p.cardholder_id = e.cardholder_id LIMIT 1) late
     WHERE e.completed_at IS NULL`,
  );
  return rows;
}

/**
 * Completes the erasures of before that left no payments, all environments and organizations. By hand, as above:
 * `OFFSET 0` keeps the probes from being planned as a join, which might read the whole table.
 */
export async function updateCompleted(erasedBefore: Date): Promise<void> {
  await pool().query(
    `UPDATE erasure e SET completed_at = now()
     WHERE completed_at IS NULL AND erased_at < $1 AND NOT EXISTS (
       SELECT FROM payment p WHERE p.cardholder_id = e.cardholder_id OFFSET 0)`,
    [erasedBefore],
  );
}
