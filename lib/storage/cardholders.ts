import type { Caller } from "#lib/auth/caller.ts";
import type { CardIndexes } from "./cards.ts";
import type { Queryable } from "./database.ts";
import { pool, type Transaction } from "./database.ts";

export type Cardholder = {
  id: string;
  organizationId: string;
  currentKeyId: string;
  registeredAt: Date;
  deliveredReceipts: number;
};

export type CardholderKey = {
  keyId: string;
  /** PEM */
  publicKey: string;
  previousKeyId: string | null;
  retiredAt: Date | null;
};

type Tenant = Pick<Caller, "organizationId" | "environment">;

const cardholderColumns = `
  id, organization_id AS "organizationId", current_key_id AS "currentKeyId",
  registered_at AS "registeredAt", delivered_receipts AS "deliveredReceipts"`;

export async function findCardholderByCard(
  db: Queryable,
  { environment }: Pick<Tenant, "environment">,
  indexes: CardIndexes,
): Promise<Cardholder | undefined> {
  const { rows } = await db.query<Cardholder>({
    name: "find-cardholder-by-card",
    text: `SELECT ${cardholderColumns} FROM cardholder WHERE environment = $1 AND card_index = ANY ($2)`,
    values: [environment, indexes.map((index) => index.value)],
  });
  return rows[0];
}

export async function findCardholder(
  { organizationId, environment }: Tenant,
  id: string,
  { db = pool(), lock = false }: { db?: Queryable; lock?: boolean } = {},
): Promise<Cardholder | undefined> {
  const { rows } = await db.query<Cardholder>({
    name: lock ? "lock-cardholder" : "find-cardholder",
    text: `
      SELECT ${cardholderColumns} FROM cardholder
      WHERE id = $1 AND organization_id = $2 AND environment = $3 ${lock ? "FOR UPDATE" : ""}`,
    values: [id, organizationId, environment],
  });
  return rows[0];
}

/** A key that the cardholder has or had. */
export async function findCardholderKey(
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
