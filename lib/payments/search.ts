import type { Tenant } from "#lib/core/caller.ts";
import { lastId } from "#lib/core/ids.ts";
import type { ConsolePayment } from "./contract-console.ts";
import { selectNewestWith, selectPayments } from "./store/list.ts";

/**
 * Payments whose id or reference begins with the text, as it is written, and those of the newest
 * that have it anywhere in either, in whatever case; the newest first.
 */
export async function searchPayments({
  caller,
  text,
  limit,
}: {
  caller: Tenant;
  text: string;
  limit: number;
}): Promise<ConsolePayment[]> {
  const whole = { atOrAfter: "", before: lastId("payment") };
  const found = await Promise.all([
    text.startsWith("pay_") ? selectPayments(caller, idsFrom(text), limit) : [],
    selectPayments(caller, { ...whole, reference: text }, limit),
    selectNewestWith(caller, text, limit),
  ]);
  const byId = new Map(found.flat().map((payment) => [payment.paymentId, payment]));
  return [...byId.values()]
    .sort((one, other) => (one.paymentId < other.paymentId ? 1 : -1))
    .slice(0, limit);
}

/** `g` sorts after every hex digit. */
function idsFrom(start: string) {
  return { atOrAfter: start, before: `${start}g` };
}
