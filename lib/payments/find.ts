import type { Tenant } from "#lib/core/caller.ts";
import { readCursor, readTimedCursor, writeCursor, writeTimedCursor } from "#lib/core/cursor.ts";
import { firstIdAt, lastId } from "#lib/core/ids.ts";
import type { PaymentsLookup, PaymentsPage } from "./contract.ts";
import { describePayment } from "./describe.ts";
import { hashHeaderKey } from "./idempotency.ts";
import { selectByIdempotencyKeys } from "./store/by-idempotency-key.ts";
import { type EntrySelection, selectEntries } from "./store/find.ts";
import { selectByTransaction } from "./store/find-by-transaction.ts";
import type { Payment } from "./store/payment.ts";

/**
 * The merchant's payments that have all of these references, newest first by their creation, or by their transaction
 * if a period of that is asked for. Throws `invalid_request` for
 * a bad cursor.
 */
export async function findPayments({
  caller,
  query: { limit, cursor, from, to, transactionFrom, transactionTo, idempotencyKey, ...references },
}: {
  caller: Tenant;
  query: PaymentsLookup;
}): Promise<PaymentsPage> {
  const end = to === undefined ? lastId("payment") : firstIdAt("payment", to);
  const byKey = idempotencyKey === undefined ? undefined : await findByKey(caller, idempotencyKey);
  const selection = {
    ...references,
    ...(byKey && { ids: byKey.map(({ id }) => id) }),
    atOrAfter: from ? firstIdAt("payment", from) : "",
    before: end,
  };
  const page = { limit, cursor };
  return transactionFrom || transactionTo
    ? await listByTransaction(caller, selection, { transactionFrom, transactionTo }, page)
    : await listByCreation(caller, selection, page);
}

type Page = Pick<PaymentsLookup, "limit" | "cursor">;

async function listByCreation(
  caller: Tenant,
  selection: EntrySelection,
  { limit, cursor }: Page,
): Promise<PaymentsPage> {
  const position = cursor === undefined ? lastId("payment") : readCursor("payment", cursor);
  const [before = position] = [position, selection.before].sort();
  // One more than the page shows tells whether there is another page.
  const rows = await selectEntries(caller, { ...selection, before }, limit + 1);
  return toPage(rows, limit, ({ id }) => writeCursor(id));
}

/** Ordered by the time that it is asked for by. */
async function listByTransaction(
  caller: Tenant,
  selection: EntrySelection,
  { transactionFrom, transactionTo }: Pick<PaymentsLookup, "transactionFrom" | "transactionTo">,
  { limit, cursor }: Page,
): Promise<PaymentsPage> {
  const position = cursor === undefined ? undefined : readTimedCursor("payment", cursor);
  const range = {
    atOrAfter: transactionFrom ?? ("-infinity" as const),
    before: position ?? { at: transactionTo ?? ("infinity" as const), id: "" },
  };
  const rows = await selectByTransaction(caller, selection, range, limit + 1);
  return toPage(rows, limit, ({ id, transactionAt }) =>
    transactionAt ? writeTimedCursor({ at: transactionAt, id }) : null,
  );
}

function toPage(
  rows: Payment[],
  limit: number,
  writePosition: (last: Payment) => string | null,
): PaymentsPage {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last ? writePosition(last) : null;
  return { payments: shown.map((row) => describePayment(row)), nextCursor };
}

async function findByKey(caller: Tenant, idempotencyKey: string): Promise<Payment[]> {
  const entries = await selectByIdempotencyKeys(caller, [hashHeaderKey(idempotencyKey)]);
  return entries.flatMap(({ payment }) => payment ?? []);
}
