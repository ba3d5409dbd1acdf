import { setTimeout as pause } from "node:timers/promises";
import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";
import { type AuditEntryRow, type ChainHead, linkHash } from "./chain.ts";
import { insertLinks, lockChains, type NewLink, selectHeads, takeUnsealed } from "./store-chain.ts";

export { countUnsealed } from "./store-chain.ts";

/** The size of a transaction, which waits for the disk once. */
const BATCH = 1_000;
/** So few keep the process from its calls for only a millisecond. */
const SLICE = 100;
/** The pause after a run with entries to seal. */
const BUSY_MS = 1_000;

/**
 * Links new entries to the chains, one process at a time. Acts themselves never wait for a chain: a busy
 * organization would queue at its end.
 */
export async function sealTrails(): Promise<Date | undefined> {
  const run = { sealed: 0, after: "" };
  while (await inTransaction((transaction) => sealBatch(transaction, run)));
  return run.sealed > 0 ? new Date(Date.now() + BUSY_MS) : undefined;
}

/** Returns whether there may be more. */
async function sealBatch(
  transaction: Transaction,
  run: { sealed: number; after: string },
): Promise<boolean> {
  if (!(await lockChains(transaction))) return false;
  const ends = new Map<string, ChainHead>();
  for (let slice = 0; slice < BATCH / SLICE; slice += 1) {
    const startedAt = performance.now();
    const entries = await takeUnsealed(transaction, { after: run.after, limit: SLICE });
    if (entries.length === 0) return false;
    await findEnds(transaction, entries, ends);
    const sealedAt = new Date().toISOString();
    await insertLinks(transaction, linkEntries(entries, ends, sealedAt), sealedAt);
    run.sealed += entries.length;
    run.after = entries.at(-1)?.id ?? run.after;
    if (entries.length < SLICE) return false;
    // Calls get twice as much time; otherwise they would wait for a whole backlog.
    await pause(2 * (performance.now() - startedAt));
  }
  return true;
}

/** Adds the unknown ends of chains. */
async function findEnds(
  transaction: Transaction,
  entries: readonly AuditEntryRow[],
  ends: Map<string, ChainHead>,
): Promise<void> {
  const trails = new Set(entries.map(({ organizationId }) => organizationId));
  const unknown = [...trails].filter((id) => !ends.has(id));
  if (unknown.length === 0) return;
  for (const [id, end] of await selectHeads(unknown, transaction)) ends.set(id, end);
}

/** Moves the ends of the chains. */
function linkEntries(
  entries: readonly AuditEntryRow[],
  ends: Map<string, ChainHead>,
  sealedAt: string,
): NewLink[] {
  return entries.map((entry) => {
    const { organizationId, id: entryId } = entry;
    const end = ends.get(organizationId);
    const sequence = (end?.sequence ?? 0) + 1;
    const hash = linkHash(entry, { sequence, sealedAt, previousHash: end?.hash ?? null });
    ends.set(organizationId, { sequence, hash });
    return { organizationId, entryId, sequence, hash };
  });
}
