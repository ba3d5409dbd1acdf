import { registerInPast, removeIdle } from "#lib/cardholders/write-past.ts";
import { config } from "#lib/config.ts";
import { sha256 } from "#lib/crypto/sha256.ts";
import { createToken } from "#lib/crypto/tokens.ts";
import { log } from "#lib/log/logger.ts";
import { removePast } from "#lib/payments/write-past.ts";
import { removePastGrants } from "#lib/receipts/write-past.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { LONGEST_COURSE_MS } from "./draw-sales.ts";
import { findHistoryPlace, type HistoryPlace, type HistoryTenant } from "./organizations.ts";
import {
  deleteItems,
  insertItems,
  selectOldCardholders,
  selectOldPayments,
  selectRegulars,
} from "./store.ts";
import { type Newcomer, writeHours } from "./write-hours.ts";

export const HISTORY_JOB = "keep-demo-history";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Nothing is written closer to the present, so that what has no time of its own yet is told from what has one. */
const GAP_MS = 5 * MINUTE_MS;
const FIRST_CARDHOLDERS = 44;
const MAX_REGULARS = 60;
const PRUNED_TOGETHER = 200;

/**
 * Keeps the history of the demo's merchant and issuer: adds the hours that have passed since the last time, up to
 * DEMO_HISTORY_DAYS of them, and removes what is older. Only what it has written itself is ever removed.
 */
export async function keepHistory(): Promise<undefined> {
  const days = config().demoHistoryDays;
  const place = days > 0 ? await findHistoryPlace() : undefined;
  if (!place) return;

  const until = floorTo(HOUR_MS, Date.now() - GAP_MS);
  const start = floorTo(DAY_MS, until.getTime() - days * DAY_MS);
  const from = place.until && place.until > start ? place.until : start;
  const added = await addHours(place, { from, until });
  const removed = await prune(place, new Date(start.getTime() - LONGEST_COURSE_MS));
  if (added > 0 || removed > 0) log().info({ added, removed }, "history of the demo kept");
}

type Span = { from: Date; until: Date };

/** A day at a time: a process that ends meanwhile goes on from there. */
async function addHours(place: HistoryPlace, { from, until }: Span): Promise<number> {
  if (from < until) await registerFirst(place.issuer, from);
  let added = 0;
  for (let start = from; start < until; ) {
    const end = new Date(
      Math.min(floorTo(DAY_MS, start.getTime() + DAY_MS).getTime(), until.getTime()),
    );
    const regulars = await selectRegulars(MAX_REGULARS);
    const written = await writeHours(place, { from: start, until: end }, regulars);
    if (!written) return added;
    for (const newcomer of written.newcomers) await register(place.issuer, newcomer);
    added += written.payments;
    start = end;
  }
  return added;
}

/** Those who have their card in a wallet when the history begins, as many as are missing. */
async function registerFirst(issuer: HistoryTenant, from: Date): Promise<void> {
  const known = await selectRegulars(FIRST_CARDHOLDERS);
  for (let missing = FIRST_CARDHOLDERS - known.length; missing > 0; missing -= 1) {
    const at = new Date(from.getTime() - missing * 7 * HOUR_MS);
    await register(issuer, { hashedPan: sha256(createToken("tok")).toString("hex"), at });
  }
}

async function register(issuer: HistoryTenant, newcomer: Newcomer): Promise<void> {
  await registerInPast(issuer, newcomer, async (transaction, userId) => {
    await insertItems(transaction, [userId]);
  });
}

async function prune({ merchant, issuer }: HistoryPlace, before: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const { all, untouched, hashes } = await selectOldPayments(before, PRUNED_TOGETHER);
    await inTransaction(async (transaction) => {
      const gone = await removePast(transaction, merchant, untouched);
      await removePastGrants(transaction, hashes);
      const tokens = hashes.map((hash) => `tok_${Buffer.from(hash).toString("hex")}`);
      // What people have to do with stays, and is theirs from now on.
      await deleteItems(transaction, [...all, ...gone, ...tokens]);
      removed += gone.length;
    });
    if (all.length < PRUNED_TOGETHER) break;
  }
  const gone = await removeIdle(issuer, await selectOldCardholders(before));
  await inTransaction((transaction) => deleteItems(transaction, gone));
  return removed;
}

function floorTo(unitMs: number, time: number): Date {
  return new Date(Math.floor(time / unitMs) * unitMs);
}
