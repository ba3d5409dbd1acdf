import { minus, orientNote } from "#components/receipts/credit-note.ts";
import { describeSums } from "#components/receipts/describe-sums.ts";
import { isMock } from "#components/receipts/paper-receipt.ts";
import { findTaxCode, readTaxes, type Taxes } from "#components/receipts/paper-taxes.ts";
import { formatDecimal } from "#lib/core/money.ts";
import { english, type Translate } from "#lib/languages/translate.ts";
import type { LineItem, OpenedReceipt } from "#lib/receipts/contract.ts";
import { readItemField, readReceiptField } from "#lib/receipts/contract-fields.ts";
import type { ReadableReceipt } from "./select-receipts.ts";

/** Of the CSV, in order; docs/receipt-exports.md says what each means. The catalogs have them: they are the headings. */
export const csvColumns = [
  "paymentId",
  "receiptId",
  "kind",
  "refundOf",
  "date",
  "merchantName",
  "merchantTaxId",
  "merchantCountry",
  "orderNumber",
  "cardBrand",
  "cardLast4",
  "currency",
  "row",
  "name",
  "category",
  "sku",
  "gtin",
  "quantity",
  "unit",
  "unitPrice",
  "discount",
  "lineTotal",
  "taxCode",
  "taxRatePercent",
  "taxIncluded",
  "lineTax",
  "taxNet",
  "taxAmount",
  "receiptTotal",
  "charged",
] as const;

type Name = (typeof csvColumns)[number];
type Cells = Partial<Record<Name, string | number>>;
export type CsvRow = Record<Name, string | number | undefined>;

/**
 * A row for each item, for what else leads to the total, and for the tax by rate. What is in `lineTotal` adds up to
 * `receiptTotal`; a refund's amounts are negative.
 */
export function listCsvRows(
  { paymentId, content }: ReadableReceipt,
  t: Translate = english,
): CsvRow[] {
  const receipt = orientNote(content);
  const { currency, items = [] } = receipt;
  const isRefund = receipt.kind === "refund";
  // As a number: the text of a negative one would be taken for a formula.
  const write = (amount: number) =>
    Number(formatDecimal({ amount: isRefund ? minus(amount) : amount, currency }));
  const taxes = readTaxes(receipt);
  const sums = describeSums(receipt, { locale: "en-US", refunded: 0, hasTaxTable: false, t }).lines;
  const total = sums.find(({ role }) => role === "total")?.amount ?? receipt.amount;
  const others = sums.filter(({ role }) => role === "before" || role === "added");
  const itemized = sumOf(items.map(({ totalPrice }) => totalPrice));
  const missing = total - itemized - sumOf(others.map(({ amount }) => amount));
  const ofReceipt = {
    ...describeWhole(receipt, paymentId, t),
    receiptTotal: write(total),
    charged: write(receipt.amount),
  };
  return [
    ...items.map((item) => describeItem(item, { receipt, taxes, t, write })),
    ...others.map(({ label, amount }) => ({
      row: t("other"),
      name: label,
      lineTotal: write(amount),
    })),
    ...(missing === 0
      ? []
      : [{ row: t("other"), name: t("Not itemized"), lineTotal: write(missing) }]),
    ...listTaxRows(taxes, { t, write }),
  ].map((row: Cells) => ({ ...emptyRow, ...ofReceipt, ...row }));
}

const emptyRow = Object.fromEntries(csvColumns.map((name) => [name, undefined])) as CsvRow;

type Write = (amount: number) => number;

function describeWhole(receipt: OpenedReceipt, paymentId: string, t: Translate): Cells {
  const { kind, refundOf } = receipt;
  return {
    paymentId,
    receiptId: receipt.receiptId,
    kind: t(kind === "refund" ? "refund" : "sale"),
    refundOf: typeof refundOf === "string" ? refundOf : "",
    date: receipt.transactionDate,
    merchantName: receipt.merchantName,
    merchantTaxId: receipt.merchantTaxId ?? "",
    merchantCountry: receipt.merchantCountry ?? "",
    orderNumber: readReceiptField(receipt, "orderNumber") ?? "",
    cardBrand: receipt.cardBrand ?? "",
    cardLast4: receipt.cardLast4 ?? "",
    currency: receipt.currency.toUpperCase(),
  };
}

type Notation = { t: Translate; write: Write };
type OfItem = Notation & { receipt: OpenedReceipt; taxes: Taxes };

function describeItem(item: LineItem, { taxes, t, write }: OfItem): Cells {
  const { name, quantity, totalPrice, unitPrice } = item;
  const off = Math.abs(readItemField(item, "discountAmount") ?? 0);
  const taxCode = findTaxCode(item, taxes.rates);
  const ratePercent = findRate(item, { taxes, taxCode });
  return {
    row: t(isMock(item) ? "made-up item" : "item"),
    name,
    category: readItemField(item, "category") ?? "",
    sku: readItemField(item, "sku") ?? "",
    gtin: readItemField(item, "gtin") ?? "",
    quantity,
    unit: readItemField(item, "unit") ?? "",
    unitPrice: write(unitPrice),
    // A returned article gives its discount back.
    discount: off === 0 ? "" : write(totalPrice < 0 ? off : minus(off)),
    lineTotal: write(totalPrice),
    taxCode: taxCode ?? "",
    ...(ratePercent !== undefined && {
      taxRatePercent: ratePercent,
      taxIncluded: t(taxes.included ? "yes" : "no"),
      lineTax: write(taxOf(totalPrice, { ratePercent, isIncluded: taxes.included })),
    }),
  };
}

type Coded = { taxes: Taxes; taxCode: string | undefined };

/** Its own rate, or that of its code. */
function findRate(item: LineItem, { taxes, taxCode }: Coded): number | undefined {
  const own = readItemField(item, "taxRatePercent");
  if (own !== undefined) return own;
  const coded = taxes.rates.filter(({ code }) => code !== undefined && code === taxCode);
  return coded.length === 1 ? coded[0]?.ratePercent : undefined;
}

/** Rounded by the line, so that the lines may differ from the receipt's own tax by a few of the smallest unit. */
function taxOf(
  total: number,
  { ratePercent, isIncluded }: { ratePercent: number; isIncluded: boolean },
): number {
  const tax = Math.round((Math.abs(total) * ratePercent) / (isIncluded ? 100 + ratePercent : 100));
  return total < 0 ? minus(tax) : tax;
}

/** They tell how much tax there is, and have no `lineTotal`: what adds to the total is in the rows before them. */
function listTaxRows({ included, rates, sum }: Taxes, { t, write }: Notation): Cells[] {
  const taxIncluded = t(included ? "yes" : "no");
  const byRate = rates.map(({ amount, code, name, net, ratePercent }) => ({
    row: t("tax"),
    name: name ?? t("Tax"),
    taxCode: code ?? "",
    taxRatePercent: ratePercent,
    taxIncluded,
    taxNet: net === undefined ? "" : write(net),
    taxAmount: write(amount),
  }));
  if (byRate.length > 0 || sum === undefined) return byRate;
  return [{ row: t("tax"), name: t("Tax"), taxIncluded, taxAmount: write(sum) }];
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
