import type { Tenant } from "#lib/core/caller.ts";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { firstIdAt, lastId } from "#lib/core/ids.ts";
import type { RefundsPage, RefundsQuery } from "./contract-refunds.ts";
import { describeRefund } from "./describe.ts";
import { selectRefundPage } from "./store/list-refunds.ts";

/**
 * The merchant's refunds by their own date, newest first, of all payments or of one. Throws `invalid_request` for a bad
 * cursor.
 */
export async function listRefunds({
  caller,
  query: { limit, cursor, from, to, ...filters },
}: {
  caller: Tenant;
  query: RefundsQuery;
}): Promise<RefundsPage> {
  const position = cursor === undefined ? lastId("refund") : readCursor("refund", cursor);
  const end = to === undefined ? lastId("refund") : firstIdAt("refund", to);
  const [before = end] = [position, end].sort();
  const atOrAfter = firstIdAt("refund", from ?? new Date(0));
  // One more than the page shows tells whether there is another page.
  const rows = await selectRefundPage(caller, { ...filters, atOrAfter, before }, limit + 1);
  const refunds = rows
    .slice(0, limit)
    .map(({ saleRefundedAmount, ...refund }) => describeRefund(refund, saleRefundedAmount));
  const last = refunds.at(-1);
  return { refunds, nextCursor: rows.length > limit && last ? writeCursor(last.refundId) : null };
}
