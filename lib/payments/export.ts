import type { Tenant } from "#lib/core/caller.ts";
import { type CsvFile, EXPORT_ROWS, nameCsv, writeCsv } from "#lib/core/csv.ts";
import { formatDecimal } from "#lib/core/money.ts";
import { openMatch } from "#lib/receipts/match-data.ts";
import type { PaymentFilters } from "./contract-console.ts";
import { displayStatusOf } from "./contract-status.ts";
import { countFiltered, toSelection } from "./list.ts";
import { type ListedPayment, selectPayments } from "./store/list.ts";

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
  "sealedAt",
  "merchantId",
  "receiptId",
  "transactionId",
  "authorizationCode",
  "networkTransactionId",
  "acquirerReferenceNumber",
  // The last: sheets that go by the place of a column stay right.
  "displayStatus",
] as const;

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
    yield rows.map(toRow);
  } while (before !== undefined);
}

/** Amounts as people write them, unlike in the API: a spreadsheet knows no smallest units. */
function toRow(payment: ListedPayment) {
  const { paymentId: id, amount, refundedAmount, currency, matchData } = payment;
  const match = openMatch({ id, matchData });
  return {
    ...payment,
    displayStatus: displayStatusOf(payment),
    amount: formatDecimal({ amount, currency }),
    refundedAmount: formatDecimal({ amount: refundedAmount, currency }),
    authorizationCode: match?.authorizationCode,
    networkTransactionId: match?.networkTransactionId,
    acquirerReferenceNumber: match?.acquirerReferenceNumber,
  };
}
