import { stringify } from "csv-stringify/sync";
import type { MemberCaller } from "#lib/core/caller.ts";
import { formatDecimal } from "#lib/core/money.ts";
import type { PaymentFilters } from "./contract-console.ts";
import { selectPayments } from "./list.ts";
import {
  countMerchantPayments,
  type MerchantPayment,
  selectMerchantPayments,
} from "./store/list.ts";

const PAGE = 1_000;

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
] as const satisfies (keyof MerchantPayment)[];

export type PaymentsExport = {
  fileName: string;
  /** Rows without the header, as counted before the first of them is read. */
  total: number;
  /** CSV (RFC 4180), a page of rows at a time: the next one is read when it is asked for. */
  csv: AsyncIterable<string>;
};

/** The payments that the list shows under the same filters, all of them. */
export async function exportPayments({
  caller,
  filters,
}: {
  caller: MemberCaller;
  filters: PaymentFilters;
}): Promise<PaymentsExport> {
  const day = new Date().toISOString().slice(0, 10);
  return {
    fileName: `payments-${caller.environment}-${day}.csv`,
    total: await countMerchantPayments(caller, selectPayments(filters)),
    csv: writeCsv(caller, filters),
  };
}

/** No connection is held between two pages, however slowly somebody reads. */
async function* writeCsv(caller: MemberCaller, filters: PaymentFilters): AsyncGenerator<string> {
  yield toCsv([[...columns]]);
  let before: string | undefined;
  do {
    const rows = await selectMerchantPayments(caller, selectPayments(filters, before), PAGE);
    before = rows.length === PAGE ? rows.at(-1)?.paymentId : undefined;
    if (rows.length > 0) yield toCsv(rows.map(toRecord));
  } while (before !== undefined);
}

/** Amounts as people write them, unlike those of the API: a spreadsheet knows no smallest units. */
function toRecord(payment: MerchantPayment): unknown[] {
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
