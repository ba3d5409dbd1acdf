import { pool, prisma } from "#lib/storage/database.ts";
import { parameterRows } from "#lib/storage/parameter-rows.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { AuditEntryRow, ChainHead } from "./chain.ts";

// All of it is handwritten SQL: the lock, the ends of many chains at once, and reading in batches.

/** Of the table as `e`. The order does not matter. */
export const entryColumns = `
  e.id, e.organization_id AS "organizationId", e.environment, e.at, e.action,
  e.actor_kind AS "actorKind", e.actor_id AS "actorId", e.address, e.device,
  e.request_id AS "requestId", e.target, e.before, e.after`;

/**
 * False where another process is sealing. The lock ends with the transaction, and so does the preference for
 * indexes: the queue is short or long from one second to the next, which PostgreSQL's statistics never know.
 */
export async function lockChains(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('sealslip audit chains', 0)) AS locked,
            set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
            set_config('enable_mergejoin', 'off', true)`,
  );
  return rows[0]?.locked === true;
}

/** Takes unlinked entries out of the queue, the oldest after `after` first. */
export async function takeUnsealed(
  transaction: Transaction,
  { after, limit }: { after: string; limit: number },
): Promise<AuditEntryRow[]> {
  const { rows } = await transaction.query<AuditEntryRow>({
    name: "take-unsealed",
    text: `
      DELETE FROM audit_pending p
      USING (SELECT q.ctid AS place, e.*
             FROM audit_pending q
             -- Entry by entry: a join may begin with all entries there are.
             CROSS JOIN LATERAL (SELECT * FROM audit_entry WHERE id = q.entry_id OFFSET 0) e
             WHERE q.entry_id > $1 ORDER BY q.entry_id LIMIT $2) e
      WHERE p.ctid = e.place
      RETURNING ${entryColumns}`,
    values: [after, limit],
  });
  // RETURNING promises no order.
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** How many entries are not linked yet. */
export async function countUnsealed(): Promise<number> {
  return await prisma().auditPending.count();
}

/** Of the chain of `o`, whose links may all have been removed as too old. */
const END_OF_CHAIN = `
  (SELECT sequence, hash, sealed_at FROM audit_link WHERE organization_id = o.id
   ORDER BY sequence DESC LIMIT 1)
  UNION ALL
  (SELECT sequence, hash, sealed_at FROM audit_anchor WHERE organization_id = o.id)
  ORDER BY sequence DESC LIMIT 1`;

/** The last link of each chain that has one. */
export async function selectHeads(
  organizationIds: readonly string[],
  db: Pick<Transaction, "query"> = pool(),
): Promise<Map<string, ChainHead>> {
  const { rows } = await db.query<ChainHead & { organizationId: string }>(
    `SELECT o.id AS "organizationId", l.sequence, l.hash
     FROM unnest($1::text[]) AS o (id) CROSS JOIN LATERAL (${END_OF_CHAIN}) l`,
    [organizationIds],
  );
  return new Map(rows.map(({ organizationId, ...head }) => [organizationId, head]));
}

export type NewLink = ChainHead & { organizationId: string; entryId: string };

const inserted = parameterRows({
  organizationId: "text",
  sequence: "bigint",
  entryId: "text",
  hash: "bytea",
});

export async function insertLinks(
  transaction: Transaction,
  links: readonly NewLink[],
  sealedAt: string,
): Promise<void> {
  await transaction.query({
    name: "insert-links",
    text: `INSERT INTO audit_link (${inserted.names}, sealed_at) SELECT ${inserted.list}, $5`,
    values: [...inserted.values(links), sealedAt],
  });
}

/** Every organization with a trail, sealed or not. */
export async function selectTrails(): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>(
    `SELECT DISTINCT organization_id AS id FROM audit_link
     UNION SELECT DISTINCT organization_id FROM audit_entry
     UNION SELECT organization_id FROM audit_anchor ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}

/** A link as it is stored, with its entry as far as that is there. */
export type StoredLink = ChainHead & {
  entryId: string;
  sealedAt: Date;
  entry: AuditEntryRow | null;
};

/** The links of a chain behind `after`, in order. */
export async function selectLinks(
  organizationId: string,
  { after, limit }: { after: number; limit: number },
): Promise<StoredLink[]> {
  type Row = Omit<StoredLink, "entry"> & {
    [Name in keyof AuditEntryRow]: AuditEntryRow[Name] | null;
  };
  const { rows } = await pool().query<Row>(
    `SELECT l.sequence, l.entry_id AS "entryId", l.sealed_at AS "sealedAt", l.hash, ${entryColumns}
     FROM audit_link l LEFT JOIN audit_entry e ON e.id = l.entry_id
     WHERE l.organization_id = $1 AND l.sequence > $2 ORDER BY l.sequence LIMIT $3`,
    [organizationId, after, limit],
  );
  return rows.map(({ sequence, entryId, sealedAt, hash, ...entry }) => ({
    sequence,
    entryId,
    sealedAt,
    hash,
    entry: entry.id === null ? null : (entry as AuditEntryRow),
  }));
}

/** Entries of the trail that are in no chain, and whether they are queued. */
export async function selectUnlinked(
  organizationId: string,
): Promise<{ entryId: string; at: Date; isPending: boolean }[]> {
  const { rows } = await pool().query<{ entryId: string; at: Date; isPending: boolean }>(
    `SELECT e.id AS "entryId", e.at, p.entry_id IS NOT NULL AS "isPending"
     FROM audit_entry e LEFT JOIN audit_pending p ON p.entry_id = e.id
     WHERE e.organization_id = $1
       AND NOT EXISTS (SELECT FROM audit_link l WHERE l.entry_id = e.id)
     ORDER BY e.id`,
    [organizationId],
  );
  return rows;
}

/** Queued entries that no longer exist; their organizations are unknown. */
export async function selectLostEntries(): Promise<string[]> {
  const { rows } = await pool().query<{ entryId: string }>(
    `SELECT p.entry_id AS "entryId" FROM audit_pending p
     WHERE NOT EXISTS (SELECT FROM audit_entry e WHERE e.id = p.entry_id) ORDER BY 1`,
  );
  return rows.map(({ entryId }) => entryId);
}

export type StoredAnchor = ChainHead & { organizationId: string; sealedAt: Date };

/** The last link of every chain. */
export async function selectAnchors(): Promise<StoredAnchor[]> {
  const { rows } = await pool().query<StoredAnchor>(
    `SELECT o.id AS "organizationId", l.sequence, l.hash, l.sealed_at AS "sealedAt"
     FROM (SELECT DISTINCT organization_id AS id FROM audit_link
           UNION SELECT organization_id FROM audit_anchor) o
     CROSS JOIN LATERAL (${END_OF_CHAIN}) l
     ORDER BY o.id`,
  );
  return rows;
}
