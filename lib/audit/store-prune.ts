import { pool, prisma } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { ChainHead } from "./chain.ts";

/** The last removed link of a chain; every earlier link is removed, too. */
export type Base = ChainHead & { organizationId: string; sealedAt: Date; prunedAt: Date };

/** By hand: a sequence is read as a number. */
export async function selectBase(organizationId: string): Promise<Base | undefined> {
  const { rows } = await pool().query<Base>(
    `SELECT organization_id AS "organizationId", sequence, hash, sealed_at AS "sealedAt",
            pruned_at AS "prunedAt"
     FROM audit_anchor WHERE organization_id = $1`,
    [organizationId],
  );
  return rows[0];
}

/** The organizations whose chains have links from before that time. */
export async function selectTrailsBefore(time: Date): Promise<string[]> {
  const rows = await prisma().auditLink.findMany({
    where: { sealedAt: { lt: time } },
    distinct: ["organizationId"],
    select: { organizationId: true },
    orderBy: { organizationId: "asc" },
  });
  return rows.map(({ organizationId }) => organizationId);
}

/**
 * Lets the owner of the tables delete from the trail until `lockTrails`; false for any other role. Sealing
 * waits that long.
 */
export async function unlockTrails(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.query<{ isOwner: boolean }>(
    `SELECT pg_has_role(relowner, 'USAGE') AS "isOwner" FROM pg_class
     WHERE oid = 'audit_entry'::regclass`,
  );
  if (rows[0]?.isOwner !== true) return false;
  await transaction.query(
    "SELECT pg_advisory_xact_lock(hashtextextended('sealslip audit chains', 0))",
  );
  await transaction.query("GRANT DELETE ON audit_entry, audit_link TO CURRENT_USER");
  await transaction.query("GRANT INSERT, UPDATE ON audit_anchor TO CURRENT_USER");
  return true;
}

export async function lockTrails(transaction: Transaction): Promise<void> {
  await transaction.query("REVOKE DELETE ON audit_entry, audit_link FROM CURRENT_USER");
  await transaction.query("REVOKE INSERT, UPDATE ON audit_anchor FROM CURRENT_USER");
}

export type OldLink = ChainHead & { entryId: string; sealedAt: Date };

/** The first links of a chain. */
export async function selectFirstLinks(
  transaction: Transaction,
  organizationId: string,
  limit: number,
): Promise<OldLink[]> {
  const { rows } = await transaction.query<OldLink>(
    `SELECT sequence, hash, entry_id AS "entryId", sealed_at AS "sealedAt"
     FROM audit_link WHERE organization_id = $1 ORDER BY sequence LIMIT $2`,
    [organizationId, limit],
  );
  return rows;
}

/** Removes links and their entries; the chain then begins after the last of them. */
export async function deletePrefix(
  transaction: Transaction,
  organizationId: string,
  links: readonly OldLink[],
  last: OldLink,
): Promise<void> {
  await transaction.query(
    `INSERT INTO audit_anchor (organization_id, sequence, hash, sealed_at, pruned_at)
     VALUES ($1, $2, $3, $4, now())
     ON CONFLICT (organization_id) DO UPDATE
     SET sequence = excluded.sequence, hash = excluded.hash, sealed_at = excluded.sealed_at,
         pruned_at = excluded.pruned_at`,
    [organizationId, last.sequence, last.hash, last.sealedAt],
  );
  await transaction.query("DELETE FROM audit_entry WHERE id = ANY ($1)", [
    links.map(({ entryId }) => entryId),
  ]);
  await transaction.query("DELETE FROM audit_link WHERE organization_id = $1 AND sequence <= $2", [
    organizationId,
    last.sequence,
  ]);
}
