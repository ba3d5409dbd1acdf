import type { Cardholder } from "#lib/cards/card.ts";
import type { Actor, Tenant } from "#lib/core/caller.ts";
import type { CardIndexes } from "#lib/crypto/card-index.ts";
import type { Payer } from "#lib/payments/unlink.ts";
import { pool } from "#lib/storage/database.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import type { Transaction } from "#lib/storage/transaction.ts";

export type CardholderKey = {
  keyId: string;
  /** PEM */
  publicKey: string;
  previousKeyId: string | null;
  retiredAt: Date | null;
};

/** A key that the cardholder has or had. */
export async function selectCardholderKey(
  db: Queryable,
  cardholderId: string,
  keyId: string,
): Promise<CardholderKey | undefined> {
  const { rows } = await db.query<CardholderKey>({
    name: "find-cardholder-key",
    text: `
      SELECT key_id AS "keyId", public_key AS "publicKey", previous_key_id AS "previousKeyId",
             retired_at AS "retiredAt"
      FROM cardholder_key WHERE cardholder_id = $1 AND key_id = $2`,
    values: [cardholderId, keyId],
  });
  return rows[0];
}

export async function insertCardholder(
  transaction: Transaction,
  tenant: Tenant,
  row: {
    id: string;
    card: CardIndexes[0];
    keyId: string;
    publicKey: string;
    registeredAt: Date;
    deliveredReceipts: number;
  },
): Promise<void> {
  await transaction.query(
    `INSERT INTO cardholder (id, environment, card_index, pepper_version, organization_id,
                             current_key_id, registered_at, delivered_receipts)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      row.id,
      tenant.environment,
      row.card.value,
      row.card.version,
      tenant.organizationId,
      row.keyId,
      row.registeredAt,
      row.deliveredReceipts,
    ],
  );
  await insertKey(transaction, row.id, {
    ...row,
    previousKeyId: null,
    createdAt: row.registeredAt,
  });
}

/** Makes `keyId` the key of future receipts; the key before stays for the receipts of its time. */
export async function replaceKey(
  transaction: Transaction,
  cardholder: Cardholder,
  { keyId, publicKey, rotatedAt }: { keyId: string; publicKey: string; rotatedAt: Date },
): Promise<void> {
  await transaction.query(
    "UPDATE cardholder_key SET retired_at = $3 WHERE cardholder_id = $1 AND key_id = $2",
    [cardholder.id, cardholder.currentKeyId, rotatedAt],
  );
  await insertKey(transaction, cardholder.id, {
    keyId,
    publicKey,
    previousKeyId: cardholder.currentKeyId,
    createdAt: rotatedAt,
  });
  await transaction.query("UPDATE cardholder SET current_key_id = $2 WHERE id = $1", [
    cardholder.id,
    keyId,
  ]);
}

async function insertKey(
  transaction: Transaction,
  cardholderId: string,
  key: { keyId: string; publicKey: string; previousKeyId: string | null; createdAt: Date },
): Promise<void> {
  await transaction.query(
    `INSERT INTO cardholder_key (cardholder_id, key_id, public_key, previous_key_id, created_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [cardholderId, key.keyId, key.publicKey, key.previousKeyId, key.createdAt],
  );
}

/** Deletes the cardholder and its public keys; the card index that it had, undefined where there is none. */
export async function deleteCardholder(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  userId: string,
): Promise<Uint8Array | undefined> {
  const { rows } = await transaction.query<{ cardIndex: Uint8Array }>(
    `DELETE FROM cardholder WHERE id = $1 AND organization_id = $2 AND environment = $3
     RETURNING card_index AS "cardIndex"`,
    [userId, organizationId, environment],
  );
  return rows[0]?.cardIndex;
}

export async function insertErasure(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  erasure: Actor & { userId: string; erasedAt: Date; erasedReceipts: number },
): Promise<void> {
  await transaction.query(
    `INSERT INTO erasure (cardholder_id, organization_id, environment, erased_at, erased_receipts,
                          api_key_id, member_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      erasure.userId,
      organizationId,
      environment,
      erasure.erasedAt,
      erasure.erasedReceipts,
      erasure.apiKeyId,
      erasure.memberId,
    ],
  );
}

/** Cardholders who were erased since `since` and have payments nevertheless, of all organizations. */
export async function selectLatePayers(since: Date): Promise<Payer[]> {
  const { rows } = await pool().query<Payer>(
    `SELECT e.environment, e.cardholder_id AS "userId" FROM erasure e
     WHERE e.erased_at >= $1
       AND EXISTS (SELECT FROM payment p WHERE p.cardholder_id = e.cardholder_id)`,
    [since],
  );
  return rows;
}

export async function updateErasedReceipts(
  transaction: Transaction,
  userId: string,
  receipts: number,
): Promise<void> {
  await transaction.query(
    "UPDATE erasure SET erased_receipts = erased_receipts + $2 WHERE cardholder_id = $1",
    [userId, receipts],
  );
}
