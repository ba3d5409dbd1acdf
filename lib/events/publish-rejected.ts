import { inTransaction } from "#lib/storage/transaction.ts";
import type { Describe } from "./publish.ts";
import {
  countRejectedRows,
  deleteOutboxRows,
  type OutboxRow,
  selectRejectedRows,
} from "./store-outbox.ts";
import { insertEvents, lockLogEnd, updateLogEnd } from "./store-publish.ts";

const BATCH_ROWS = 500;
const MAX_COUNTED = 10_000;

/**
 * Publishes what was rejected before and can be described now.
 *
 * [Note: rejected rows]
 *
 * While servers are replaced one by one, older code publishes what newer code has changed, and may not be able to
 * describe it. Such a row stays in the outbox for newer code, with a negative number, so that no turn and no floor
 * passes it, and with all its columns, also those that this code does not know. Its other events are published at
 * once; a later attempt finds them in the log by their ids.
 */
export async function publishRejected(describeRows: Describe): Promise<undefined> {
  for (let after = 0; ; ) {
    const rows = await publishBatch(after, describeRows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH_ROWS) return;
    after = last.sequence;
  }
}

/** Up to 10,000. */
export async function countRejected(): Promise<number> {
  return await countRejectedRows(MAX_COUNTED);
}

async function publishBatch(after: number, describeRows: Describe): Promise<OutboxRow[]> {
  if ((await countRejectedRows(1)) === 0) return [];
  return await inTransaction(async (transaction) => {
    const turn = await lockLogEnd(transaction);
    if (!turn) return [];
    const rows = await selectRejectedRows(transaction, { after, limit: BATCH_ROWS });
    const done = new Set(rows.map(({ sequence }) => sequence));
    const events = await describeRows(rows, transaction, ({ sequence }) => done.delete(sequence));
    const { position, ...floors } = turn;
    await Promise.all([
      events.length > 0 && insertEvents(transaction, events, position),
      deleteOutboxRows(
        transaction,
        [...done].map((sequence) => -sequence),
      ),
    ]);
    await updateLogEnd(transaction, { position: position + events.length, ...floors });
    return rows;
  });
}
