import { log } from "#lib/log/logger.ts";
import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";
import {
  deleteOutboxRows,
  hasOutboxRows,
  type OutboxRow,
  selectOutboxRows,
  updateToRejected,
} from "./store-outbox.ts";
import {
  insertEvents,
  type LogEnd,
  lockLogEnd,
  type NewEvent,
  selectOldestRunning,
  type Turn,
  updateLogEnd,
} from "./store-publish.ts";

export type { OutboxRow } from "./store-outbox.ts";
export type { NewEvent } from "./store-publish.ts";

/**
 * The events of the rows, in their order. What reads the database does it in the transaction. A rejected row stays in
 * the outbox: see [Note: rejected rows].
 */
export type Describe = (
  rows: readonly OutboxRow[],
  transaction: Transaction,
  reject: (row: OutboxRow, err: unknown) => void,
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
    const turn = await lockLogEnd(transaction).then(withOwnFloor);
    if (!turn) return 0;
    const [oldest, rows] = await Promise.all([
      selectOldestRunning(transaction),
      selectOutboxRows(transaction, { after: turn.floor, limit: BATCH_ROWS }),
    ]);
    const rejected = new Set<number>();
    const events = await describeRows(rows, transaction, ({ sequence, types, paymentId }, err) => {
      rejected.add(sequence);
      log().error({ err, types, payment_id: paymentId }, "an event could not be described");
    });
    const done = rows.map(({ sequence }) => sequence).filter((one) => !rejected.has(one));
    await Promise.all([
      events.length > 0 && insertEvents(transaction, events, turn.position),
      deleteOutboxRows(transaction, done),
      rejected.size > 0 && updateToRejected(transaction, [...rejected]),
    ]);
    const position = turn.position + events.length;
    await updateLogEnd(transaction, { position, ...raiseFloor(turn, oldest, rows) });
    return rows.length;
  });
}

/**
 * [Note: the floor of the outbox]
 *
 * Rows are gone once they are published, but stay in the index for as long as any reader, such as a backup, might still
 * see them, and each look would pass all of them again. So it begins at the floor: the last number that was drawn
 * before an earlier turn got its transaction id, once all transactions with lower ids have ended. None of them can
 * still commit a row below it: each has its id before it draws a number, since the change itself is written first. The
 * end of a snapshot would not do for that id: transactions beyond it have not ended, but may well have begun.
 */
function raiseFloor(
  { floor, nextFloor, nextFloorXid, drawn, xid }: Turn,
  oldest: number,
  rows: readonly OutboxRow[],
): Omit<LogEnd, "position"> {
  const next = { nextFloor: drawn, nextFloorXid: xid };
  const hasEnded = oldest >= nextFloorXid;
  const isEmpty = rows.length < BATCH_ROWS || (rows.at(-1)?.sequence ?? 0) >= nextFloor;
  if (hasEnded && isEmpty) return { floor: Math.max(floor, nextFloor), ...next };
  // A restored database counts its transactions anew.
  return xid < nextFloorXid ? { floor, ...next } : { floor, nextFloor, nextFloorXid };
}

/**
 * [Note: numbers that are drawn anew]
 *
 * Logical replication, by which a database moves to another PostgreSQL, brings rows and no sequences. Where nobody has set
 * those, the numbers of new rows are below the floor, and without this none of them would ever be published.
 */
function withOwnFloor(turn: Turn | undefined): Turn | undefined {
  if (!turn?.isDrawnAnew) return turn;
  return { ...turn, floor: 0, nextFloor: turn.drawn, nextFloorXid: turn.xid };
}
