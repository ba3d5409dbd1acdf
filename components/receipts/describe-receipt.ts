import { textOf } from "#lib/client/send-request.ts";
import { formatMoney } from "#lib/core/money.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { readReceiptField } from "#lib/receipts/contract-fields.ts";
import { cardBrandNames } from "#lib/wallet/card-number.ts";
import { orientNote } from "./credit-note.ts";
import { describeItems, type ItemLine } from "./describe-items.ts";
import { describeSums, type PaperSum } from "./describe-sums.ts";
import { describeTaxTable, type TaxTable } from "./describe-tax-table.ts";
import { type FiscalCode, readFiscalCode } from "./fiscal-code.ts";
import {
  formatReaderTime,
  formatShopTime,
  isMock,
  listAddressLines,
  type PaperMoney,
  zonedTime,
} from "./paper-receipt.ts";
import { printedLines, printedText } from "./printed-text.ts";

export type HeadLine = {
  kind: "banner" | "shop" | "address" | "detail" | "time";
  text: string;
};

export type SumLine = PaperSum & { money: PaperMoney };

type FactLine = { label: string; value: string };

/** A receipt as it is printed, from top to bottom, whatever prints it. */
export type PaperReceipt = {
  head: HeadLine[];
  items: ItemLine[];
  /** What the items need said about them. */
  itemsNote: string | undefined;
  sums: SumLine[];
  sumsNote: string | undefined;
  taxTable: TaxTable | undefined;
  facts: FactLine[];
  /** The shop's terms for returns. */
  policy: string[];
  fiscal: FiscalCode | undefined;
};

export type PaperOptions = {
  /** BCP 47: the reader's format of money and dates. */
  locale: string;
  /** Of the reader, whose own time is printed below the shop's if they differ. */
  timeZone?: string | undefined;
  /** Whether the time names its zone. */
  namesZone?: boolean;
  /** The refunded amount, in the smallest unit: the receipt itself cannot know it. */
  refunded?: number;
  /** Whether the address names the country. */
  namesCountry?: boolean;
};

/** The one description of a receipt: paper, shared text, and picture print its lines, and nothing else. */
export function describeReceipt(given: OpenedReceipt, options: PaperOptions): PaperReceipt {
  const receipt = orientNote(given);
  const { items = [], currency } = receipt;
  const { locale, refunded = 0 } = options;
  const money = (amount: number): PaperMoney => ({
    amount,
    text: formatMoney({ amount, currency }, locale),
  });
  const taxTable = describeTaxTable(receipt, { locale });
  const sums = describeSums(receipt, { locale, refunded, hasTaxTable: taxTable !== undefined });
  return {
    head: describeHead(receipt, options),
    items: describeItems(receipt, { locale, money }),
    itemsNote: items.some(isMock) ? "* made up for this demo: the till sent no items." : undefined,
    sums: writeSums(receipt, sums.lines, money),
    sumsNote: sums.pricesIncludeTax ? "Prices include tax." : undefined,
    taxTable,
    facts: describePayment(receipt, locale),
    policy: printedLines(readReceiptField(receipt, "returnPolicy") ?? ""),
    fiscal: readFiscalCode(receipt),
  };
}

type Write = (amount: number) => PaperMoney;

function writeSums({ kind }: OpenedReceipt, lines: readonly PaperSum[], money: Write): SumLine[] {
  const total = lines.find(({ role }) => role === "total");
  const comesBack = lines.some(({ role }) => role === "share") ? "share" : "total";
  return lines.map((sum) => {
    const { amount, text } = money(sum.amount);
    // What comes back is a plus to the reader.
    const signed = kind === "refund" && sum.role === comesBack ? `+${text}` : text;
    const whole = sum.role === "share" && total ? ` of ${money(total.amount).text}` : "";
    return { ...sum, money: { amount, text: `${signed}${whole}` } };
  });
}

function describeHead(receipt: OpenedReceipt, options: PaperOptions): HeadLine[] {
  const { kind, merchantContactEmail, merchantName, merchantTaxId } = receipt;
  const { locale, timeZone, namesZone, namesCountry } = options;
  const readerTime = timeZone && formatReaderTime(receipt, { locale, timeZone });
  const lines: [kind: HeadLine["kind"], text: string | undefined][] = [
    ["banner", kind === "refund" ? "Refund" : undefined],
    ["shop", merchantName],
    ["address", listAddressLines(receipt, namesCountry).join(", ")],
    ["detail", merchantContactEmail],
    ["detail", merchantTaxId && `Tax ID ${merchantTaxId}`],
    ["time", formatShopTime(receipt, locale, namesZone ? zonedTime : undefined)],
    ["time", readerTime && `${readerTime} your time`],
  ];
  return lines.flatMap(([kind, text]) => (text ? [{ kind, text: printedText(text) }] : []));
}

function describePayment(receipt: OpenedReceipt, locale: string): FactLine[] {
  const { cardBrand = "", cardLast4, paymentMethod, receiptId, refundOf } = receipt;
  const isRefund = receipt.kind === "refund";
  const brand = textOf(cardBrandNames, cardBrand) ?? cardBrand;
  const card = [brand, cardLast4 ? `•••• ${cardLast4}` : ""].filter(Boolean).join(" ");
  const facts: [label: string, value: unknown][] = [
    ["Reason", isRefund ? textOf(receipt, "reason") : undefined],
    ["Card", card],
    ["Paid with", card ? undefined : paymentMethod],
    [isRefund ? "Credit note" : "Receipt", receiptId],
    ["For payment", refundOf],
    ["Order", readReceiptField(receipt, "orderNumber")],
    ["Terminal", readReceiptField(receipt, "terminalId")],
    ["Cashier", readReceiptField(receipt, "cashier")],
    ...listLoyalty(receipt, locale),
  ];
  return facts.flatMap(([label, value]) =>
    typeof value === "string" && value !== "" ? [{ label, value: printedText(value) }] : [],
  );
}

function listLoyalty(receipt: OpenedReceipt, locale: string): [string, string | undefined][] {
  const { program, member, pointsEarned, pointsBalance } =
    readReceiptField(receipt, "loyalty") ?? {};
  const points = new Intl.NumberFormat(locale);
  const count = (number: number | undefined) =>
    number === undefined ? undefined : points.format(number);
  return [
    ["Loyalty", [program, member].filter(Boolean).join(" ")],
    ["Points earned", count(pointsEarned)],
    ["Points balance", count(pointsBalance)],
  ];
}
