import { inTransaction } from "#lib/storage/transaction.ts";
import { type AuditEntryRow, type ChainHead, linkHash } from "./chain.ts";
import {
  insertLinks,
  lockChains,
  type NewLink,
  selectHeads,
  selectUnsealed,
} from "./store-chain.ts";

export { countUnsealed } from "./store-chain.ts";

const BATCH = 500;
/** How soon to look again after there was something to seal. */
const BUSY_MS = 1_000;

/**
 * Ties what was recorded to the chains, one process at a time. Acts themselves never wait for a chain:
 * a busy organization would queue at its end.
 */
export async function sealTrails(): Promise<Date | undefined> {
  let sealed = 0;
  for (;;) {
    const count = await sealBatch();
    sealed += count;
    if (count < BATCH) break;
  }
  return sealed > 0 ? new Date(Date.now() + BUSY_MS) : undefined;
}

async function sealBatch(): Promise<number> {
  return await inTransaction(async (transaction) => {
    if (!(await lockChains(transaction))) return 0;
    const entries = await selectUnsealed(transaction, BATCH);
    if (entries.length === 0) return 0;

    const organizationIds = [...new Set(entries.map(({ organizationId }) => organizationId))];
    const heads = await selectHeads(organizationIds, transaction);
    await insertLinks(transaction, linkEntries(entries, heads));
    return entries.length;
  });
}

function linkEntries(entries: AuditEntryRow[], heads: Map<string, ChainHead>): NewLink[] {
  const sealedAt = new Date();
  const ends = new Map(heads);
  return entries.map((entry) => {
    const { organizationId, id: entryId } = entry;
    const end = ends.get(organizationId);
    const sequence = (end?.sequence ?? 0) + 1;
    const hash = linkHash(entry, { sequence, sealedAt, previousHash: end?.hash ?? null });
    ends.set(organizationId, { sequence, hash });
    return { organizationId, entryId, sequence, sealedAt, hash };
  });
}
