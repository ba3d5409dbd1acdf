import type { MemberCaller } from "#lib/auth/caller.ts";
import type {
  ConsolePayment,
  ConsolePaymentsPage,
  PaymentsQuery,
} from "#lib/contract/console-payments.ts";
import { readCursor, writeCursor } from "#lib/services/payments/payment-cursor.ts";
import { listMerchantPayments, type MerchantPayment } from "#lib/storage/merchant-payments.ts";
import { selectPayments } from "./select-payments.ts";

/** A page of the organization's payments, newest first. Throws `invalid_request` for a cursor. */
export async function listPayments({
  caller,
  query: { limit, cursor, ...filters },
}: {
  caller: MemberCaller;
  query: PaymentsQuery;
}): Promise<ConsolePaymentsPage> {
  const before = cursor === undefined ? undefined : readCursor(cursor);
  // One more than is shown tells whether there is a next page.
  const rows = await listMerchantPayments(caller, selectPayments(filters, before), limit + 1);
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
