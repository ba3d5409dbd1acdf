import { textOf } from "#lib/client/send-request.ts";
import { formatMoney } from "#lib/core/money.ts";
import { english, type Translate } from "#lib/languages/translate.ts";
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
  /** Into the reader's language; what the merchant wrote stays as it is. */
  t?: Translate;
};

/** The one description of a receipt: paper, shared text, and picture print its lines, and nothing else. */
export function describeReceipt(given: OpenedReceipt, options: PaperOptions): PaperReceipt {
  const receipt = orientNote(given);
  const { items = [], currency } = receipt;
  const { locale, refunded = 0, t = english } = options;
  const money = (amount: number): PaperMoney => ({
    amount,
    text: formatMoney({ amount, currency }, locale),
  });
  const taxTable = describeTaxTable(receipt, { locale, t });
  const sums = describeSums(receipt, { locale, t, refunded, hasTaxTable: taxTable !== undefined });
  return {
    head: describeHead(receipt, options),
    items: describeItems(receipt, { locale, money, t }),
    itemsNote: items.some(isMock)
      ? t("* made up for this demo: the till sent no items.")
      : undefined,
    sums: writeSums(receipt, sums.lines, { money, t }),
    sumsNote: sums.pricesIncludeTax ? t("Prices include tax.") : undefined,
    taxTable,
    facts: describePayment(receipt, { locale, t }),
    policy: printedLines(readReceiptField(receipt, "returnPolicy") ?? ""),
    fiscal: readFiscalCode(receipt, t),
  };
}

type Notation = { money: (amount: number) => PaperMoney; t: Translate };

function writeSums(
  { kind }: OpenedReceipt,
  lines: readonly PaperSum[],
  { money, t }: Notation,
): SumLine[] {
  const total = lines.find(({ role }) => role === "total");
  const comesBack = lines.some(({ role }) => role === "share") ? "share" : "total";
  return lines.map((sum) => {
    const { amount, text } = money(sum.amount);
    // What comes back is a plus to the reader.
    const signed = kind === "refund" && sum.role === comesBack ? `+${text}` : text;
    const whole = sum.role === "share" && total ? money(total.amount).text : undefined;
    const written =
      whole === undefined ? signed : t("{share} of {whole}", { share: signed, whole });
    return { ...sum, money: { amount, text: written } };
  });
}

function describeHead(receipt: OpenedReceipt, options: PaperOptions): HeadLine[] {
  const { kind, merchantContactEmail, merchantName, merchantTaxId } = receipt;
  const { locale, timeZone, namesZone, namesCountry, t = english } = options;
  const readerTime = timeZone && formatReaderTime(receipt, { locale, timeZone });
  const lines: [kind: HeadLine["kind"], text: string | undefined][] = [
    ["banner", kind === "refund" ? t("Refund") : undefined],
    ["shop", merchantName],
    ["address", listAddressLines(receipt, namesCountry).join(", ")],
    ["detail", merchantContactEmail],
    ["detail", merchantTaxId && t("Tax ID {taxId}", { taxId: merchantTaxId })],
    ["time", formatShopTime(receipt, locale, namesZone ? zonedTime : undefined)],
    ["time", readerTime && t("{time} your time", { time: readerTime })],
  ];
  return lines.flatMap(([kind, text]) => (text ? [{ kind, text: printedText(text) }] : []));
}

type Reader = { locale: string; t: Translate };

function describePayment(receipt: OpenedReceipt, reader: Reader): FactLine[] {
  const { t } = reader;
  const { cardBrand = "", cardLast4, paymentMethod, receiptId, refundOf } = receipt;
  const isRefund = receipt.kind === "refund";
  const brand = textOf(cardBrandNames, cardBrand) ?? cardBrand;
  const card = [brand, cardLast4 ? `•••• ${cardLast4}` : ""].filter(Boolean).join(" ");
  const facts: [label: string, value: unknown][] = [
    [t("Reason"), isRefund ? textOf(receipt, "reason") : undefined],
    [t("Card"), card],
    [t("Paid with"), card ? undefined : paymentMethod],
    [isRefund ? t("Credit note") : t("Receipt"), receiptId],
    [t("For payment"), refundOf],
    [t("Order"), readReceiptField(receipt, "orderNumber")],
    [t("Terminal"), readReceiptField(receipt, "terminalId")],
    [t("Cashier"), readReceiptField(receipt, "cashier")],
    ...listLoyalty(receipt, reader),
  ];
  return facts.flatMap(([label, value]) =>
    typeof value === "string" && value !== "" ? [{ label, value: printedText(value) }] : [],
  );
}

function listLoyalty(
  receipt: OpenedReceipt,
  { locale, t }: Reader,
): [string, string | undefined][] {
  const { program, member, pointsEarned, pointsBalance } =
    readReceiptField(receipt, "loyalty") ?? {};
  const points = new Intl.NumberFormat(locale);
  const count = (number: number | undefined) =>
    number === undefined ? undefined : points.format(number);
  return [
    [t("Loyalty"), [program, member].filter(Boolean).join(" ")],
    [t("Points earned"), count(pointsEarned)],
    [t("Points balance"), count(pointsBalance)],
  ];
}
