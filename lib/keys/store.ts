import {
  type EncryptedColumnName,
  encryptedColumns,
  versionOf,
} from "#lib/secrets/encrypted-columns.ts";
import { pool, prisma } from "#lib/storage/database.ts";

/** Begins or resumes the pass; returns the key of the last processed row. */
export async function beginMove(name: string, version: number): Promise<string | null> {
  const known = await prisma().keyMove.findUnique({ where: { name } });
  if (known?.version === version && known.cursor !== null) return known.cursor;

  const fresh = { version, cursor: null, moved: 0n, startedAt: new Date(), endedAt: null };
  const isSameTarget = known?.version === version;
  await prisma().keyMove.upsert({
    where: { name },
    create: { name, version },
    update: isSameTarget ? { cursor: null } : fresh,
  });
  return null;
}

/** `cursor`: null at the end of the pass. */
export async function advanceMove(
  name: string,
  { cursor, moved }: { cursor: string | null; moved: number },
): Promise<void> {
  const now = new Date();
  await prisma().keyMove.update({
    where: { name },
    data: {
      cursor,
      moved: { increment: moved },
      updatedAt: now,
      ...(cursor === null && { endedAt: now }),
    },
  });
}

export async function selectMoves() {
  return await prisma().keyMove.findMany({ omit: { updatedAt: true }, orderBy: { name: "asc" } });
}

export type OldValue = { key: string; value: Uint8Array; context: string[] };

/**
 * The old values among the next rows after a key, and the key to continue from; null after the last row. By
 * hand: the tables are those of other rooms, and a page is bounded by the rows that it reads, so that none
 * takes long.
 */
export async function selectPage(
  name: EncryptedColumnName,
  { version, after, rows: limit }: { version: number; after: string | null; rows: number },
): Promise<{ old: OldValue[]; last: string | null }> {
  const { table, column, key, keyType, context } = encryptedColumns[name];
  const { rows } = await pool().query<OldValue & { isOld: boolean }>(
    `SELECT key, context, "isOld", CASE WHEN "isOld" THEN value END AS value
     FROM (
       SELECT ${key}::text AS key, ${column} AS value,
              ARRAY[${context.map((part) => `(${part})::text`).join(", ")}] AS context,
              ${column} IS NOT NULL AND ${versionOf(column)} <> $1 AS "isOld"
       FROM ${table} ${after === null ? "" : `WHERE ${key} > $3::${keyType}`}
       ORDER BY ${table}.${key} LIMIT $2
     ) AS page`,
    after === null ? [version, limit] : [version, limit, after],
  );
  const isLast = rows.length < limit;
  return { old: rows.filter(({ isOld }) => isOld), last: isLast ? null : lastKey(rows) };
}

/** The last value of a column in the order of its key. By hand: the tables are those of other rooms. */
export async function selectLastValue(
  name: EncryptedColumnName,
): Promise<Omit<OldValue, "key"> | undefined> {
  const { table, column, key, context } = encryptedColumns[name];
  const { rows } = await pool().query<Omit<OldValue, "key">>(
    `SELECT ${column} AS value,
            ARRAY[${context.map((part) => `(${part})::text`).join(", ")}] AS context
     FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${key} DESC LIMIT 1`,
  );
  return rows[0];
}

function lastKey(rows: { key: string }[]): string | null {
  return rows.at(-1)?.key ?? null;
}

/**
 * Replaces the values that are unchanged; returns how many. By hand: Prisma can neither compare nor skip
 * locked rows. Skipping keeps this from waiting for a payment, and a payment from waiting for more than one
 * statement.
 */
export async function updateValues(
  name: EncryptedColumnName,
  values: (OldValue & { fresh: Uint8Array })[],
): Promise<number> {
  if (values.length === 0) return 0;

  const { table, column, key, keyType } = encryptedColumns[name];
  const { rowCount } = await pool().query(
    `WITH given AS (
       SELECT key::${keyType}, old, fresh
       FROM unnest($1::text[], $2::bytea[], $3::bytea[]) AS given (key, old, fresh)
     ), locked AS (
       SELECT t.${key} AS key, given.fresh
       FROM ${table} t JOIN given ON t.${key} = given.key AND t.${column} = given.old
       FOR NO KEY UPDATE OF t SKIP LOCKED
     )
     UPDATE ${table} t SET ${column} = locked.fresh FROM locked WHERE t.${key} = locked.key`,
    [
      values.map((row) => row.key),
      values.map(({ value }) => value),
      values.map(({ fresh }) => fresh),
    ],
  );
  return rowCount ?? 0;
}

export type RecordedKey = {
  purpose: string;
  version: number;
  createdAt: Date;
  currentAt: Date | null;
  seenCurrent: Date | null;
  retiredAt: Date | null;
};

export async function selectRecordedKeys(): Promise<RecordedKey[]> {
  return await prisma().keyringCheck.findMany({
    omit: { check: true },
    orderBy: [{ purpose: "asc" }, { version: "asc" }],
  });
}

/** Rows of one kind that need a version; `escrowedAt`: of the last one to leave escrow. */
export type KeyUse = {
  purpose: string;
  version: number;
  name: string;
  rows: number;
  escrowedAt: Date | null;
};

/** By hand: it counts tables of other rooms, and reads the version in front of each ciphertext. */
export async function selectKeyUses(): Promise<KeyUse[]> {
  const counted = await Promise.all(
    useQueries.map(async ({ purpose, name, version, from, escrowedAt = "NULL" }) => {
      const { rows } = await pool().query<Pick<KeyUse, "version" | "rows" | "escrowedAt">>(
        `SELECT ${version} AS version, count(*)::int AS rows, ${escrowedAt} AS "escrowedAt"
         FROM ${from} GROUP BY 1`,
      );
      return rows.map((row) => ({ purpose, name, ...row }));
    }),
  );
  return counted.flat();
}

const escrowed = "payment WHERE receipt_status = 'escrowed'";

const useQueries: {
  purpose: string;
  name: string;
  version: string;
  from: string;
  escrowedAt?: string;
}[] = [
  ...Object.values(encryptedColumns).map(({ table, column }) => ({
    purpose: "column",
    name: `${table}.${column}`,
    version: versionOf(column),
    from: `${table} WHERE ${column} IS NOT NULL`,
  })),
  {
    purpose: "escrow",
    name: "receipts in escrow",
    version: "escrow_version",
    from: escrowed,
    escrowedAt: "max(escrowed_at)",
  },
  { purpose: "pepper", name: "cardholders", version: "pepper_version", from: "cardholder" },
  {
    purpose: "pepper",
    name: "identifiers",
    version: "pepper_version",
    from: "cardholder_identifier",
  },
  {
    purpose: "pepper",
    name: "receipts in escrow",
    version: "pepper_version",
    from: escrowed,
    escrowedAt: "max(escrowed_at)",
  },
  {
    purpose: "pepper",
    name: "identifiers in escrow",
    version: "i.pepper_version",
    from: "escrow_identifier i JOIN payment p ON p.id = i.payment_id",
    escrowedAt: "max(p.escrowed_at)",
  },
];

/** Of another room: sessions that began before the time. */
export async function countSessionsBefore(time: Date): Promise<number> {
  return await prisma().session.count({ where: { createdAt: { lt: time } } });
}

/** From now on, no start may write with it. */
export async function updateToRetired(purpose: string, version: number): Promise<void> {
  await prisma().keyringCheck.update({
    where: { purpose_version: { purpose, version } },
    data: { retiredAt: new Date() },
  });
}
