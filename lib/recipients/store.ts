import type { Tenant } from "#lib/core/caller.ts";
import type { KnownCardIndex } from "#lib/crypto/card-index.ts";
import { pool, prisma, readPipeline } from "#lib/storage/database.ts";
import { parameterRows } from "#lib/storage/parameter-rows.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { Card, Cardholder, Recipient, RecipientKey } from "./card.ts";

/** By hand, because Prisma has no advisory locks. */
export async function lockCardIndexes(
  transaction: Transaction,
  mode: "shared" | "exclusive",
  indexes: readonly Uint8Array[],
): Promise<void> {
  const name = mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  const numbers = indexes.map((index) => Buffer.from(index).readBigInt64BE());
  await transaction.query({
    name: `lock-cards-${mode}`,
    text: `SELECT ${name}(number) FROM unnest($1::bigint[]) AS number`,
    // Always in the same order, so that no two transactions wait for each other.
    values: [numbers.sort((a, b) => Number(a > b) - Number(a < b))],
  });
}

const candidateRows = parameterRows({
  place: "int",
  environment: "environment",
  cardIndex: "bytea",
});

type KeyOfRecipient = Omit<Recipient, "keys"> & RecipientKey;

/** By hand, because every payment waits for it: one prepared statement for many cards. */
export async function selectRecipients(cards: readonly Card[]): Promise<(Recipient | undefined)[]> {
  const candidates = cards.flatMap(({ environment, indexes }, place) =>
    indexes.map(({ value }) => ({ place, environment, cardIndex: value })),
  );
  const { rows } = await readPipeline().query<KeyOfRecipient & { place: number }>({
    name: "find-recipients",
    text: `
      SELECT candidate.place, c.id AS "cardholderId", c.organization_id AS "organizationId",
             c.pepper_version AS "pepperVersion", k.key_id AS "keyId", k.public_key AS "publicKey"
      FROM (SELECT ${candidateRows.list}) AS candidate
      JOIN cardholder c
        ON c.environment = candidate.environment AND c.card_index = candidate.card_index
      JOIN cardholder_key k ON k.cardholder_id = c.id AND k.retired_at IS NULL
      ORDER BY candidate.place, k.key_id <> c.current_key_id, k.created_at`,
    values: candidateRows.values(candidates),
  });
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return cards.map((_card, place) => toRecipient(byPlace.get(place)));
}

function toRecipient(rows: readonly KeyOfRecipient[] = []): Recipient | undefined {
  const [first, ...others] = rows;
  if (!first) return undefined;
  const { cardholderId, organizationId, pepperVersion } = first;
  return {
    cardholderId,
    organizationId,
    pepperVersion,
    keys: [toKey(first), ...others.map(toKey)],
  };
}

function toKey({ keyId, publicKey }: KeyOfRecipient): RecipientKey {
  return { keyId, publicKey };
}

/** A cardholder and the keys that receipts are sealed to. */
export async function selectRecipient(cardholderId: string): Promise<Recipient | undefined> {
  const cardholder = await prisma().cardholder.findUnique({
    where: { id: cardholderId },
    select: {
      organizationId: true,
      pepperVersion: true,
      currentKeyId: true,
      keys: {
        where: { retiredAt: null },
        select: { keyId: true, publicKey: true },
        orderBy: { createdAt: "asc" },
      },
    },
  });
  if (!cardholder) return undefined;
  const { organizationId, pepperVersion, currentKeyId, keys } = cardholder;
  const [first, ...others] = keys.sort(
    (one, other) => Number(other.keyId === currentKeyId) - Number(one.keyId === currentKeyId),
  );
  return first && { cardholderId, organizationId, pepperVersion, keys: [first, ...others] };
}

/** Nothing happens where the index is that one, or the cardholder has been erased meanwhile. */
export async function updateCardIndex(
  cardholderId: string,
  { value, version }: KnownCardIndex,
): Promise<void> {
  await prisma().cardholder.updateMany({
    where: { id: cardholderId, pepperVersion: { not: version } },
    data: { cardIndex: new Uint8Array(value), pepperVersion: version },
  });
}

/** Of any issuer. */
export async function selectCardholderByCard(
  { environment, indexes }: Card,
  db: Queryable = pool(),
): Promise<Cardholder | undefined> {
  return await selectCardholderWhere(db, {
    name: "find-cardholder-by-card",
    condition: "environment = $1 AND card_index = ANY ($2)",
    values: [environment, indexes.map(({ value }) => value)],
  });
}

export async function selectCardholder(
  { organizationId, environment }: Tenant,
  id: string,
): Promise<Cardholder | undefined> {
  return await selectCardholderWhere(readPipeline(), {
    name: "find-cardholder",
    // No equality, so that only the id is looked for: docs/decisions/plans-for-unanalyzed-tables.md
    condition: "id = $1 AND (organization_id, environment) IS NOT DISTINCT FROM ($2, $3)",
    values: [id, organizationId, environment],
  });
}

/** By hand, because wallets ask for their lists every few seconds, and registrations hold a lock. */
async function selectCardholderWhere(
  db: Queryable,
  { name, condition, values }: { name: string; condition: string; values: unknown[] },
): Promise<Cardholder | undefined> {
  const text = `
    SELECT id, organization_id AS "organizationId", current_key_id AS "currentKeyId",
           registered_at AS "registeredAt", delivered_receipts AS "deliveredReceipts"
    FROM cardholder WHERE ${condition}`;
  const { rows } = await db.query<Cardholder>({ name, text, values });
  return rows[0];
}
