import { parameterRows } from "#lib/storage/parameter-rows.ts";
import type { Transaction } from "#lib/storage/transaction.ts";

/** When what this transaction has just written of a payment or a cardholder did happen. */
export type Moment = { id: string; at: Date };

const moments = parameterRows({ id: "text", at: "timestamptz" });

/** The rows that this transaction has written. */
const own = "xmin = pg_current_xact_id()::xid";
/** Those that have no time of their own yet: a history ends minutes before it is written. */
export const isUndated = (column: string) => `${column} > now() - interval '1 minute'`;

/**
 * Gives the events of a history their times, each as soon as it is written: the next one of the same thing has another.
 */
export async function dateOutbox(
  transaction: Transaction,
  dated: readonly Moment[],
): Promise<void> {
  await transaction.query({
    name: "date-outbox",
    text: `
      UPDATE event_outbox o SET at = w.at, delivered_at = least(o.delivered_at, w.at)
      FROM (SELECT ${moments.list}) AS w
      WHERE coalesce(o.payment_id, o.cardholder_id) = w.id AND o.${own} AND ${isUndated("o.at")}`,
    values: moments.values(dated),
  });
}

/** Puts the events that this transaction has written into the order of their times, which they are published in. */
export async function orderOutbox(transaction: Transaction): Promise<void> {
  await transaction.query(`
    UPDATE event_outbox o SET sequence = ordered.sequence
    FROM (
      SELECT ctid AS place, nextval('event_outbox_sequence_seq') AS sequence
      FROM (SELECT ctid FROM event_outbox WHERE ${own} ORDER BY at, sequence OFFSET 0) own) ordered
    WHERE o.ctid = ordered.place`);
}
