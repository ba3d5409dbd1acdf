import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";
import {
  deleteOutboxRows,
  hasOutboxRows,
  insertEvents,
  lockLogEnd,
  type NewEvent,
  type OutboxRow,
} from "./store.ts";

export type { NewEvent, OutboxRow } from "./store.ts";

/** The events of the rows, in their order. What reads the database does it in the transaction. */
export type Describe = (
  rows: readonly OutboxRow[],
  transaction: Transaction,
) => Promise<readonly NewEvent[]>;

const BATCH_ROWS = 500;

/**
 * Moves the oldest rows of the outbox to the log, and returns how many; zero as well while another process does.
 *
 * [Note: when an event is published]
 *
 * A change may commit without waiting for the disk, and long after others that began later. Here its row is visible,
 * so it has committed, and this commit waits for the disk, and with it for all before it: what a reader finds in the
 * log is durable. Positions are assigned under one lock, so that no event ever appears before one that was read.
 */
export async function publishEvents(describeRows: Describe): Promise<number> {
  // The lock is a write: without this look, each idle process would wait for the disk in each turn.
  if (!(await hasOutboxRows())) return 0;
  return await inTransaction(async (transaction) => {
    const end = await lockLogEnd(transaction);
    if (end === undefined) return 0;
    const rows = await deleteOutboxRows(transaction, BATCH_ROWS);
    const events = await describeRows(rows, transaction);
    if (events.length > 0) await insertEvents(transaction, events, end);
    return rows.length;
  });
}
