import type { Environment } from "#lib/contract/environment.ts";
import type { Queryable, Transaction } from "./database.ts";

/** A card index under each pepper version that is known, the current one first. */
export type CardIndexes = readonly { version: number; value: Uint8Array }[];

/**
 * Many payments of a card may go on at once, but none of those that would go into escrow while
 * that card is being registered: the one would miss the other. Held until the transaction ends.
 */
export async function lockCard(
  transaction: Transaction,
  mode: "shared" | "exclusive",
  indexes: CardIndexes,
): Promise<void> {
  const name = mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  await transaction.query({
    name: `lock-card-${mode}`,
    text: `SELECT ${name}($1)`,
    values: [lockNumber(indexes)],
  });
}

export type Recipient = {
  cardholderId: string;
  pepperVersion: number;
  keyId: string;
  /** PEM */
  publicKey: string;
};

/** Who has registered the card in this environment, whichever issuer it was. */
export async function findRecipient(
  db: Queryable,
  environment: Environment,
  indexes: CardIndexes,
): Promise<Recipient | undefined> {
  const { rows } = await db.query<Recipient>({
    name: "find-recipient",
    text: `
      SELECT c.id AS "cardholderId", c.pepper_version AS "pepperVersion",
             k.key_id AS "keyId", k.public_key AS "publicKey"
      FROM cardholder c
      JOIN cardholder_key k ON k.cardholder_id = c.id AND k.key_id = c.current_key_id
      WHERE c.environment = $1 AND c.card_index = ANY ($2)`,
    values: [environment, indexes.map((index) => index.value)],
  });
  return rows[0];
}

/** After a pepper rotation: a card that is seen again moves to the current version. */
export async function moveToCurrentPepper(
  db: Queryable,
  cardholderId: string,
  current: CardIndexes[number],
): Promise<void> {
  await db.query({
    name: "move-to-current-pepper",
    text: "UPDATE cardholder SET card_index = $2, pepper_version = $3 WHERE id = $1",
    values: [cardholderId, current.value, current.version],
  });
}

/** The oldest version is the one that all processes know while a new pepper is rolled out. */
function lockNumber(indexes: CardIndexes): bigint {
  const oldest = indexes.reduce((a, b) => (b.version < a.version ? b : a));
  return Buffer.from(oldest.value).readBigInt64BE();
}
