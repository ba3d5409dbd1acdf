import type { Tenant } from "#lib/core/caller.ts";
import { type CsvFile, EXPORT_ROWS, nameCsv, writeCsv } from "#lib/core/csv.ts";
import { formatDecimal } from "#lib/core/money.ts";
import type { ConsolePayment, PaymentFilters } from "./contract-console.ts";
import { countFiltered, toSelection } from "./list.ts";
import { selectPayments } from "./store/list.ts";

const columns = [
  "paymentId",
  "createdAt",
  "status",
  "declineCode",
  "gateway",
  "provider",
  "amount",
  "currency",
  "refundedAmount",
  "receiptStatus",
  "merchantId",
  "receiptId",
  "transactionId",
] as const satisfies (keyof ConsolePayment)[];

export type PaymentsExport = CsvFile & {
  /** Rows without the header, counted before the first of them is read. */
  total: number;
};

/** All the payments that the list shows under the same filters. */
export async function exportPayments({
  caller,
  filters,
}: {
  caller: Tenant;
  filters: PaymentFilters;
}): Promise<PaymentsExport> {
  return {
    fileName: nameCsv("payments", caller.environment),
    total: await countFiltered(caller, filters),
    csv: writeCsv(columns, readRows(caller, filters)),
  };
}

/** No connection is held between two pages, however slow the reader is. */
async function* readRows(caller: Tenant, filters: PaymentFilters) {
  let before: string | undefined;
  do {
    const rows = await selectPayments(caller, toSelection(filters, before), EXPORT_ROWS);
    before = rows.length === EXPORT_ROWS ? rows.at(-1)?.paymentId : undefined;
    yield rows.map(withDecimals);
  } while (before !== undefined);
}

/** Amounts as people write them, unlike in the API: a spreadsheet knows no smallest units. */
function withDecimals(payment: ConsolePayment) {
  const { amount, refundedAmount, currency } = payment;
  return {
    ...payment,
    amount: formatDecimal({ amount, currency }),
    refundedAmount: formatDecimal({ amount: refundedAmount, currency }),
  };
}
