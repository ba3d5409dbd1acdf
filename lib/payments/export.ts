import { stringify } from "csv-stringify/sync";
import type { Tenant } from "#lib/core/caller.ts";
import { formatDecimal } from "#lib/core/money.ts";
import type { ConsolePayment, PaymentFilters } from "./contract-console.ts";
import { toSelection } from "./list.ts";
import { countPayments, selectPayments } from "./store/list.ts";

const PAGE_ROWS = 1_000;

const columns = [
  "paymentId",
  "createdAt",
  "status",
  "declineCode",
  "gateway",
  "amount",
  "currency",
  "refundedAmount",
  "receiptStatus",
  "merchantId",
  "receiptId",
  "transactionId",
] as const satisfies (keyof ConsolePayment)[];

export type PaymentsExport = {
  fileName: string;
  /** Rows without the header, counted before the first of them is read. */
  total: number;
  /** CSV (RFC 4180), a page of rows at a time: the next one is read when the reader wants it. */
  csv: AsyncIterable<string>;
};

/** All the payments that the list shows under the same filters. */
export async function exportPayments({
  caller,
  filters,
}: {
  caller: Tenant;
  filters: PaymentFilters;
}): Promise<PaymentsExport> {
  const day = new Date().toISOString().slice(0, 10);
  return {
    fileName: `payments-${caller.environment}-${day}.csv`,
    total: await countPayments(caller, toSelection(filters)),
    csv: writeCsv(caller, filters),
  };
}

/** No connection is held between two pages, however slow the reader is. */
async function* writeCsv(caller: Tenant, filters: PaymentFilters): AsyncGenerator<string> {
  yield toCsv([[...columns]]);
  let before: string | undefined;
  do {
    const rows = await selectPayments(caller, toSelection(filters, before), PAGE_ROWS);
    before = rows.length === PAGE_ROWS ? rows.at(-1)?.paymentId : undefined;
    if (rows.length > 0) yield toCsv(rows.map(toRecord));
  } while (before !== undefined);
}

/** Amounts as people write them, unlike in the API: a spreadsheet knows no smallest units. */
function toRecord(payment: ConsolePayment): unknown[] {
  const { amount, refundedAmount, currency, createdAt } = payment;
  const row = {
    ...payment,
    createdAt: createdAt.toISOString(),
    amount: formatDecimal({ amount, currency }),
    refundedAmount: formatDecimal({ amount: refundedAmount, currency }),
  };
  return columns.map((column) => row[column]);
}

/** A merchant's reference may look like a formula, which a spreadsheet would run. */
function toCsv(records: unknown[][]): string {
  return stringify(records, { record_delimiter: "windows", escape_formulas: true });
}
