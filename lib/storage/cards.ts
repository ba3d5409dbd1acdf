import type { Environment } from "#lib/contract/environment.ts";
import { batched } from "./batched.ts";
import { asyncCommitPipeline, type Queryable, type Transaction } from "./database.ts";

type CardIndex = { version: number; value: Uint8Array };

/** A card index under each pepper version that is known, the current one first. */
export type CardIndexes = readonly [CardIndex, ...CardIndex[]];

/**
 * Many payments of a card may go on at once, but none of those that would go into escrow while
 * that card is being registered: the one would miss the other. Held until the transaction ends.
 */
export async function lockCards(
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

export type Recipient = {
  cardholderId: string;
  pepperVersion: number;
  keyId: string;
  /** PEM */
  publicKey: string;
};

export type Card = { environment: Environment; indexes: CardIndexes };

/** Who has registered the card in this environment, whichever issuer it was. */
export const findRecipient = batched((cards: readonly Card[]) =>
  findRecipients(asyncCommitPipeline(), cards),
);

export async function findRecipients(
  db: Queryable,
  cards: readonly Card[],
): Promise<(Recipient | undefined)[]> {
  const asked = cards.flatMap(({ environment, indexes }, place) =>
    indexes.map(({ value }) => ({ place, environment, value })),
  );
  const { rows } = await db.query<Recipient & { place: number }>({
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
export async function moveToCurrentPepper(
  db: Queryable,
  cardholderId: string,
  current: CardIndex,
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
