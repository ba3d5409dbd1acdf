import type { PaymentFilters } from "#lib/contract/console-payments.ts";
import { firstIdAt, isId } from "#lib/ids/create-id.ts";
import { END } from "#lib/services/payments/payment-cursor.ts";
import type { IdRange, PaymentSelection } from "#lib/storage/merchant-payments.ts";

/** What the filters select of a list that goes on below `before`. */
export function selectPayments(filters: PaymentFilters, before = END): PaymentSelection {
  const { from, to, search, ...rest } = filters;
  const period = {
    atOrAfter: from ? firstIdAt("payment", from) : "",
    before: least(before, to ? firstIdAt("payment", to) : END),
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
