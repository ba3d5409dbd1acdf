import type { MemberCaller } from "#lib/core/caller.ts";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { firstIdAt, type IdRange, isId, lastId } from "#lib/core/ids.ts";
import type {
  ConsolePayment,
  ConsolePaymentsPage,
  PaymentFilters,
  PaymentsQuery,
} from "./contract-console.ts";
import {
  type MerchantPayment,
  type PaymentSelection,
  selectMerchantPayments,
} from "./store/list.ts";

/** A page of the organization's payments, newest first. Throws `invalid_request` for a cursor. */
export async function listPayments({
  caller,
  query: { limit, cursor, ...filters },
}: {
  caller: MemberCaller;
  query: PaymentsQuery;
}): Promise<ConsolePaymentsPage> {
  const before = cursor === undefined ? undefined : readCursor("payment", cursor);
  // One more than is shown tells whether there is a next page.
  const rows = await selectMerchantPayments(caller, selectPayments(filters, before), limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    payments: shown.map(describe),
    nextCursor: rows.length > limit && last ? writeCursor(last.paymentId) : null,
  };
}

function describe(payment: MerchantPayment): ConsolePayment {
  return { ...payment, createdAt: payment.createdAt.toISOString() };
}

/** What the filters select of a list that goes on below `before`. */
export function selectPayments(
  filters: PaymentFilters,
  before = lastId("payment"),
): PaymentSelection {
  const { from, to, search, ...rest } = filters;
  const period = {
    atOrAfter: from ? firstIdAt("payment", from) : "",
    before: least(before, to ? firstIdAt("payment", to) : lastId("payment")),
  };
  if (search === undefined) return { ...rest, ...period };
  if (!isId("payment", search)) return { ...rest, ...period, reference: search };
  return { ...rest, ...narrowTo(search, period) };
}

/** The one id: `0` sorts behind the end of a text and before everything longer that an id can be. */
function narrowTo(id: string, { atOrAfter, before }: IdRange): IdRange {
  return { atOrAfter: id < atOrAfter ? atOrAfter : id, before: least(before, `${id}0`) };
}

function least(one: string, other: string): string {
  return one < other ? one : other;
}
