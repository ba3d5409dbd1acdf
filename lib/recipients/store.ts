import type { Tenant } from "#lib/core/caller.ts";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import type { CardIndexes, KnownCardIndex } from "#lib/crypto/card-index.ts";
import { pool, prisma, readPipeline } from "#lib/storage/database.ts";
import {
  IDENTIFIERS_SINCE,
  olderCodeServes,
  SEALED_AT_TILL_SINCE,
  SUPPORT_ROLE_SINCE,
} from "#lib/storage/older-code.ts";
import { parameterRows } from "#lib/storage/parameter-rows.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { Card, Cardholder, FoundRecipient, Recipient, RecipientKey } from "./card.ts";
import { type IdentifierPlace, recipientKinds, type SentIdentifiers } from "./identifier.ts";

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
  rank: "int",
  environment: "environment",
  identifierIndex: "bytea",
});

type KeyOfRecipient = Omit<Recipient, "keys"> & RecipientKey;
type CandidateRow = KeyOfRecipient & IdentifierPlace & { place: number; rank: number };

type FoundRecipients = {
  recipient: FoundRecipient | undefined;
  /** What is registered under an earlier pepper than the current one. */
  outdated: { place: IdentifierPlace; indexes: CardIndexes }[];
};

/**
 * By hand, because every payment waits for it: one prepared statement for all identifiers of many payments. Only a
 * card, whose rank is 0, can be that of a registration. Of the weaker ones that are registered, too, only those under
 * another version of the pepper are read.
 */
export async function selectRecipients(
  sent: readonly { environment: AnyEnvironment; identifiers: SentIdentifiers }[],
): Promise<FoundRecipients[]> {
  const candidates = sent.flatMap(({ environment, identifiers }, place) =>
    identifiers.flatMap(({ kind, indexes }) =>
      indexes.map(({ value }) => {
        return { place, rank: recipientKinds.indexOf(kind), environment, identifierIndex: value };
      }),
    ),
  );
  const currentVersion = sent[0]?.identifiers[0].indexes[0].version;
  const { rows } = await readPipeline().query<CandidateRow>({
    name: "find-recipients",
    text: `
      WITH candidate AS (SELECT ${candidateRows.list}), found AS (
        SELECT w.place, w.rank, c.id AS cardholder_id, NULL AS identifier_id, c.pepper_version
        FROM candidate w
        JOIN cardholder c ON c.environment = w.environment AND c.card_index = w.identifier_index
        WHERE w.rank = 0
        UNION ALL
        SELECT w.place, w.rank, i.cardholder_id, i.id, i.pepper_version
        FROM candidate w
        JOIN cardholder_identifier i
          ON i.environment = w.environment AND i.identifier_index = w.identifier_index
      )
      SELECT f.place, f.rank, f.identifier_id AS "identifierId", c.id AS "cardholderId",
             c.organization_id AS "organizationId", f.pepper_version AS "pepperVersion",
             k.key_id AS "keyId", k.public_key AS "publicKey", k.previous_key_id AS "previousKeyId"
      FROM found f
      JOIN cardholder c ON c.id = f.cardholder_id
      JOIN cardholder_key k ON k.cardholder_id = c.id AND k.retired_at IS NULL
      WHERE f.pepper_version <> $5
         OR f.rank = (SELECT min(other.rank) FROM found other WHERE other.place = f.place)
      ORDER BY f.place, f.rank, k.key_id <> c.current_key_id, k.created_at`,
    values: [...candidateRows.values(candidates), currentVersion],
  });
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return sent.map(({ identifiers }, place) => toFound(identifiers, byPlace.get(place)));
}

function toFound(
  identifiers: SentIdentifiers,
  rows: readonly CandidateRow[] = [],
): FoundRecipients {
  const [strongest] = rows;
  if (!strongest) return { recipient: undefined, outdated: [] };

  const recipient = toRecipient(rows.filter(({ rank }) => rank === strongest.rank));
  const by = recipientKinds[strongest.rank];
  const outdated = identifiers.flatMap(({ kind, indexes }) => {
    const place = rows.find(({ rank }) => recipientKinds[rank] === kind);
    const isOld = place !== undefined && place.pepperVersion !== indexes[0].version;
    return isOld ? [{ place, indexes }] : [];
  });
  return { recipient: recipient && by && { ...recipient, by }, outdated };
}

function toRecipient(rows: readonly KeyOfRecipient[]): Recipient | undefined {
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

function toKey({ keyId, publicKey, previousKeyId }: KeyOfRecipient): RecipientKey {
  return { keyId, publicKey, previousKeyId };
}

/** A cardholder and the keys that receipts are sealed to. By hand: it may take part in a transaction. */
export async function selectRecipient(
  cardholderId: string,
  db: Queryable = pool(),
): Promise<Recipient | undefined> {
  const { rows } = await db.query<KeyOfRecipient>({
    name: "find-recipient-by-id",
    text: `
      SELECT c.id AS "cardholderId", c.organization_id AS "organizationId",
             c.pepper_version AS "pepperVersion", k.key_id AS "keyId", k.public_key AS "publicKey",
             k.previous_key_id AS "previousKeyId"
      FROM cardholder c
      JOIN cardholder_key k ON k.cardholder_id = c.id AND k.retired_at IS NULL
      WHERE c.id = $1
      ORDER BY k.key_id <> c.current_key_id, k.created_at`,
    values: [cardholderId],
  });
  return toRecipient(rows);
}

const since = {
  identifiers: IDENTIFIERS_SINCE,
  sealedAtTill: SEALED_AT_TILL_SINCE,
  supportRole: SUPPORT_ROLE_SINCE,
};

export type NewFeature = keyof typeof since;

/** Whether a process serves whose code does not know the feature. Reads the processes, which another room owns. */
export async function selectOlderCode(feature: NewFeature): Promise<boolean> {
  const { rows } = await pool().query<{ serves: boolean }>(
    `SELECT ${olderCodeServes(since[feature])} AS serves`,
  );
  return rows[0]?.serves === true;
}

/** False if the tenant has no such cardholder. By hand: Prisma has no row locks. */
export async function lockCardholder(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  cardholderId: string,
): Promise<boolean> {
  const { rowCount } = await transaction.query({
    name: "lock-cardholder",
    text: `
      SELECT FROM cardholder
      WHERE id = $1 AND (organization_id, environment) IS NOT DISTINCT FROM ($2, $3)
      FOR NO KEY UPDATE`,
    values: [cardholderId, organizationId, environment],
  });
  return rowCount === 1;
}

/** Nothing happens where the index is that one, or the identifier has been ended meanwhile. */
export async function updateIndex(
  { cardholderId, identifierId }: IdentifierPlace,
  { value, version }: KnownCardIndex,
): Promise<void> {
  const index = new Uint8Array(value);
  if (identifierId === null) {
    await prisma().cardholder.updateMany({
      where: { id: cardholderId, pepperVersion: { not: version } },
      data: { cardIndex: index, pepperVersion: version },
    });
    return;
  }
  await prisma().cardholderIdentifier.updateMany({
    where: { id: identifierId, pepperVersion: { not: version } },
    data: { identifierIndex: index, pepperVersion: version },
  });
}

/** Of any issuer. By hand, because registrations hold a lock: one look at both tables. */
export async function selectCardholderByIndex(
  { environment, indexes }: Card,
  db: Queryable = pool(),
): Promise<(Cardholder & { place: IdentifierPlace }) | undefined> {
  const { rows } = await db.query<Cardholder & { identifierId: string | null }>({
    name: "find-cardholder-by-index",
    text: `
      SELECT ${cardholderColumns}, found.identifier_id AS "identifierId"
      FROM (
        SELECT id AS cardholder_id, NULL AS identifier_id FROM cardholder
        WHERE environment = $1 AND card_index = ANY ($2)
        UNION ALL
        SELECT cardholder_id, id FROM cardholder_identifier
        WHERE environment = $1 AND identifier_index = ANY ($2)
      ) found
      JOIN cardholder c ON c.id = found.cardholder_id`,
    values: [environment, indexes.map(({ value }) => value)],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { identifierId, ...cardholder } = row;
  return { ...cardholder, place: { cardholderId: cardholder.id, identifierId } };
}

const cardholderColumns = `
  c.id, c.organization_id AS "organizationId", c.current_key_id AS "currentKeyId",
  c.registered_at AS "registeredAt", c.delivered_receipts AS "deliveredReceipts"`;

/** By hand, because wallets ask for their lists every few seconds. */
export async function selectCardholder(
  { organizationId, environment }: Tenant,
  id: string,
): Promise<Cardholder | undefined> {
  const { rows } = await readPipeline().query<Cardholder>({
    name: "find-cardholder",
    // No equality, so that only the id is looked for: docs/decisions/plans-for-unanalyzed-tables.md
    text: `
      SELECT ${cardholderColumns} FROM cardholder c
      WHERE c.id = $1 AND (c.organization_id, c.environment) IS NOT DISTINCT FROM ($2, $3)`,
    values: [id, organizationId, environment],
  });
  return rows[0];
}

/** By hand, as the look-up of a recipient. */
export async function selectIssuers(
  db: Queryable,
  cardholderIds: readonly string[],
): Promise<{ id: string; organizationId: string }[]> {
  const { rows } = await db.query<{ id: string; organizationId: string }>({
    name: "find-issuers",
    text: `
      SELECT wanted.id, found.organization_id AS "organizationId"
      FROM unnest($1::text[]) AS wanted (id)
      CROSS JOIN LATERAL (
        SELECT organization_id FROM cardholder c WHERE c.id = wanted.id OFFSET 0) found`,
    values: [cardholderIds],
  });
  return rows;
}
