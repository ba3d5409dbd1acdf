import type { CardIndexes, KnownCardIndex } from "#lib/crypto/card-index.ts";
import { pool } from "#lib/storage/database.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { Card, Cardholder, CardTenant, RegisteredRecipient } from "./card.ts";

/**
 * Many payments of a card may go on at once, but none of those that would go into escrow while
 * that card is being registered: the one would miss the other. Held until the transaction ends.
 */
export async function lockCardIndexes(
  transaction: Transaction,
  mode: "shared" | "exclusive",
  cards: readonly CardIndexes[],
): Promise<void> {
  const name = mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  await transaction.query({
    name: `lock-cards-${mode}`,
    text: `SELECT ${name}(number) FROM unnest($1::bigint[]) AS number`,
    // Always in the same order, so that no two transactions wait for each other.
    values: [cards.map(lockNumber).sort((a, b) => Number(a > b) - Number(a < b))],
  });
}

export async function selectRecipients(
  db: Queryable,
  cards: readonly Card[],
): Promise<(RegisteredRecipient | undefined)[]> {
  const asked = cards.flatMap(({ environment, indexes }, place) =>
    indexes.map(({ value }) => ({ place, environment, value })),
  );
  const { rows } = await db.query<RegisteredRecipient & { place: number }>({
    name: "find-recipients",
    text: `
      SELECT asked.place, c.id AS "cardholderId", c.pepper_version AS "pepperVersion",
             k.key_id AS "keyId", k.public_key AS "publicKey"
      FROM unnest($1::int[], $2::environment[], $3::bytea[])
             AS asked (place, environment, card_index)
      JOIN cardholder c ON c.environment = asked.environment AND c.card_index = asked.card_index
      JOIN cardholder_key k ON k.cardholder_id = c.id AND k.key_id = c.current_key_id`,
    values: [
      asked.map(({ place }) => place),
      asked.map(({ environment }) => environment),
      asked.map(({ value }) => value),
    ],
  });
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return cards.map((_card, place) => byPlace.get(place));
}

/** After a pepper rotation: a card that is seen again moves to the current version. */
export async function updateCardIndex(
  db: Queryable,
  cardholderId: string,
  current: KnownCardIndex,
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

const cardholderColumns = `
  id, organization_id AS "organizationId", current_key_id AS "currentKeyId",
  registered_at AS "registeredAt", delivered_receipts AS "deliveredReceipts"`;

export async function selectCardholderByCard(
  db: Queryable,
  { environment }: Pick<CardTenant, "environment">,
  indexes: CardIndexes,
): Promise<Cardholder | undefined> {
  const { rows } = await db.query<Cardholder>({
    name: "find-cardholder-by-card",
    text: `SELECT ${cardholderColumns} FROM cardholder WHERE environment = $1 AND card_index = ANY ($2)`,
    values: [environment, indexes.map((index) => index.value)],
  });
  return rows[0];
}

export async function selectCardholder(
  { organizationId, environment }: CardTenant,
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
