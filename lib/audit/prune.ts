import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { actOfOperator } from "./act.ts";
import { recordAct } from "./record.ts";
import {
  deletePrefix,
  lockTrails,
  selectFirstLinks,
  selectTrailsBefore,
  unlockTrails,
} from "./store-prune.ts";
import { verifyTrails } from "./verify.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const BATCH = 5_000;

type PrunedTrail = {
  organizationId: string;
  entries: number;
  /** A trail that does not verify is evidence, and stays whole. */
  state: "pruned" | "does_not_verify";
};

export type Pruning = { before: Date; trails: PrunedTrail[] };

/**
 * Removes entries that were sealed more than AUDIT_DAYS ago from the beginning of every chain, which then
 * begins at its last removed link. Takes the rights of the tables' owner. Throws `forbidden` without them.
 */
export async function pruneTrails(): Promise<Pruning> {
  const before = new Date(Date.now() - config().auditDays * DAY_MS);
  const trails: PrunedTrail[] = [];
  for (const organizationId of await selectTrailsBefore(before)) {
    const { findings } = await verifyTrails({ organizationId });
    if (findings.length > 0) {
      trails.push({ organizationId, entries: 0, state: "does_not_verify" });
      continue;
    }
    const entries = await pruneTrail(organizationId, before);
    trails.push({ organizationId, entries, state: "pruned" });
  }
  return { before, trails };
}

async function pruneTrail(organizationId: string, before: Date): Promise<number> {
  let entries = 0;
  for (;;) {
    const count = await pruneBatch(organizationId, before);
    entries += count;
    if (count < BATCH) return entries;
  }
}

async function pruneBatch(organizationId: string, before: Date): Promise<number> {
  return await inTransaction(async (transaction) => {
    if (!(await unlockTrails(transaction))) {
      const message = "Only the owner of the tables may remove entries: set DATABASE_OWNER_URL";
      throw new AppError("forbidden", { message });
    }
    const first = await selectFirstLinks(transaction, organizationId, BATCH);
    const kept = first.findIndex(({ sealedAt }) => sealedAt >= before);
    const old = kept === -1 ? first : first.slice(0, kept);
    const last = old.at(-1);
    if (last) {
      await deletePrefix(transaction, organizationId, old, last);
      const after = {
        entries: old.length,
        upTo: last.sequence,
        sealedBefore: before.toISOString(),
      };
      await recordAct(transaction, actOfOperator(organizationId, "audit.pruned", { after }));
    }
    await lockTrails(transaction);
    return old.length;
  });
}
