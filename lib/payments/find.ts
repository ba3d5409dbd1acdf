import type { Tenant } from "#lib/core/caller.ts";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { firstIdAt, lastId } from "#lib/core/ids.ts";
import type { PaymentsLookup, PaymentsPage } from "./contract.ts";
import { describePayment } from "./describe.ts";
import { hashHeaderKey } from "./idempotency.ts";
import { selectByIdempotencyKeys } from "./store/by-idempotency-key.ts";
import { selectEntries } from "./store/find.ts";
import type { Payment } from "./store/payment.ts";

/**
 * The merchant's payments that have all of these references, newest first. Throws `invalid_request` for
 * a bad cursor.
 */
export async function findPayments({
  caller,
  query: { limit, cursor, from, to, idempotencyKey, ...references },
}: {
  caller: Tenant;
  query: PaymentsLookup;
}): Promise<PaymentsPage> {
  const position = cursor === undefined ? lastId("payment") : readCursor("payment", cursor);
  const end = to === undefined ? lastId("payment") : firstIdAt("payment", to);
  const [before = end] = [position, end].sort();
  const byKey = idempotencyKey === undefined ? undefined : await findByKey(caller, idempotencyKey);
  const rows = await selectEntries(
    caller,
    {
      ...references,
      ...(byKey && { ids: byKey.map(({ id }) => id) }),
      atOrAfter: from ? firstIdAt("payment", from) : "",
      before,
    },
    // One more than the page shows tells whether there is another page.
    limit + 1,
  );
  const payments = rows.slice(0, limit).map(describePayment);
  const last = payments.at(-1);
  return { payments, nextCursor: rows.length > limit && last ? writeCursor(last.paymentId) : null };
}

async function findByKey(caller: Tenant, idempotencyKey: string): Promise<Payment[]> {
  const entries = await selectByIdempotencyKeys(caller, [hashHeaderKey(idempotencyKey)]);
  return entries.flatMap(({ payment }) => payment ?? []);
}
