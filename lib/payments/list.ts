import type { Tenant } from "#lib/core/caller.ts";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { firstIdAt, type IdRange, isId, lastId } from "#lib/core/ids.ts";
import { readTypedAmounts } from "#lib/core/typed-amount.ts";
import {
  type ConsolePaymentsPage,
  MAX_SUMMED_PAYMENTS,
  type PaymentFilters,
  type PaymentsQuery,
  type PaymentTotals,
} from "./contract-console.ts";
import {
  countPayments,
  type PaymentSelection,
  selectAmounts,
  selectPayments,
} from "./store/list.ts";
import { isSummed, totalBySums } from "./sum.ts";

/** A page of the organization's payments, newest first. Throws `invalid_request` for a bad cursor. */
export async function listPayments({
  caller,
  query: { limit, cursor, ...filters },
}: {
  caller: Tenant;
  query: PaymentsQuery;
}): Promise<ConsolePaymentsPage> {
  const before = cursor === undefined ? undefined : readCursor("payment", cursor);
  // One more than is shown tells whether there is a next page.
  const rows = await selectPayments(caller, toSelection(filters, before), limit + 1);
  const payments = rows.slice(0, limit);
  const last = payments.at(-1);
  return { payments, nextCursor: rows.length > limit && last ? writeCursor(last.paymentId) : null };
}

/** How many payments the filters select, and how much was paid by them. */
export async function totalPayments({
  caller,
  filters,
}: {
  caller: Tenant;
  filters: PaymentFilters;
}): Promise<PaymentTotals> {
  if (isSummed(filters)) return await totalBySums(caller, filters);

  const selection = toSelection(filters);
  const count = await countPayments(caller, selection);
  const amounts = count > MAX_SUMMED_PAYMENTS ? null : await selectAmounts(caller, selection);
  return { count, amounts };
}

/** How many payments the filters select. */
export async function countFiltered(caller: Tenant, filters: PaymentFilters): Promise<number> {
  if (!isSummed(filters)) return await countPayments(caller, toSelection(filters));
  return (await totalBySums(caller, filters)).count;
}

/** What the filters select of the list below `before`. */
export function toSelection(filters: PaymentFilters, before = lastId("payment")): PaymentSelection {
  const { from, to, search, ...rest } = filters;
  const end = to ? firstIdAt("payment", to) : lastId("payment");
  const period = {
    atOrAfter: from ? firstIdAt("payment", from) : "",
    before: smaller(before, end),
  };
  // Lists shorten an id to its end.
  const text = search?.trim().replace(/^(?:…|\.{3})\s*/, "");
  if (!text) return { ...rest, ...period };
  const id = text.toLowerCase();
  if (isId("payment", id)) return { ...rest, ...narrowTo(id, period) };
  return { ...rest, ...period, search: { text, amounts: readTypedAmounts(text), end } };
}

/** One id alone: `0` sorts behind the end of a text and before everything longer that an id can be. */
function narrowTo(id: string, { atOrAfter, before }: IdRange): IdRange {
  return { atOrAfter: id < atOrAfter ? atOrAfter : id, before: smaller(before, `${id}0`) };
}

function smaller(one: string, other: string): string {
  return one < other ? one : other;
}
