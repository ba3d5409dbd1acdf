import { textOf } from "#lib/browser/send-request.ts";
import { formatMoney } from "#lib/core/money.ts";
import type { LineItem, OpenedReceipt } from "#lib/receipts/contract.ts";
import { cardBrandNames } from "#lib/wallet/card-number.ts";
import { describeSums, type PaperSum } from "./describe-sums.ts";
import {
  formatReaderTime,
  formatShopTime,
  isMock,
  listAddressLines,
  readTaxCode,
  readTaxes,
  zonedTime,
} from "./paper-receipt.ts";
import { printedText } from "./printed-text.ts";

/** An amount in the currency's smallest unit, and as it is printed. */
type PaperMoney = { amount: number; text: string };

export type HeadLine = { kind: "banner" | "shop" | "address" | "detail"; text: string };

export type ItemLine = {
  label: string;
  price: PaperMoney;
  /** The letter of its tax, printed after the price. */
  taxCode: string | undefined;
  /** Absent for one piece. */
  factors: { quantity: string; unitPrice: PaperMoney } | undefined;
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
  facts: FactLine[];
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
export function describeReceipt(receipt: OpenedReceipt, options: PaperOptions): PaperReceipt {
  const { items = [], currency } = receipt;
  const { locale, refunded = 0 } = options;
  const money = (amount: number): PaperMoney => ({
    amount,
    text: formatMoney({ amount, currency }, locale),
  });
  // What comes back is a plus to the reader.
  const signed = ({ amount, text }: PaperMoney, { role }: PaperSum): PaperMoney => ({
    amount,
    text: receipt.kind === "refund" && role === "total" ? `+${text}` : text,
  });
  const { lines, addUp } = describeSums(receipt, { locale, refunded });
  return {
    head: describeHead(receipt, options),
    items: describeItems(receipt, { locale, money }),
    itemsNote: items.some(isMock) ? "* made up for this demo: the till sent no items." : undefined,
    sums: lines.map((sum) => ({ ...sum, money: signed(money(sum.amount), sum) })),
    sumsNote: addUp ? undefined : "Printed as the shop sent it: these amounts do not add up.",
    facts: describePayment(receipt),
  };
}

function describeHead(receipt: OpenedReceipt, options: PaperOptions): HeadLine[] {
  const { kind, merchantContactEmail, merchantName, merchantTaxId } = receipt;
  const { locale, timeZone, namesZone, namesCountry } = options;
  const placed = namesCountry ? receipt : { ...receipt, merchantCountry: undefined };
  const readerTime = timeZone && formatReaderTime(receipt, { locale, timeZone });
  const lines: [kind: HeadLine["kind"], text: string | undefined][] = [
    ["banner", kind === "refund" ? "Refund" : undefined],
    ["shop", merchantName],
    ["address", listAddressLines(placed).join(", ")],
    ["detail", merchantContactEmail],
    ["detail", merchantTaxId && `Tax ID ${merchantTaxId}`],
    ["detail", formatShopTime(receipt, locale, namesZone ? zonedTime : undefined)],
    ["detail", readerTime && `${readerTime} your time`],
  ];
  return lines.flatMap(([kind, text]) => (text ? [{ kind, text: printedText(text) }] : []));
}

type ItemNotation = { locale: string; money: (amount: number) => PaperMoney };

function describeItems(receipt: OpenedReceipt, { locale, money }: ItemNotation): ItemLine[] {
  const codes = new Set(readTaxes(receipt).lines.map(({ code }) => code));
  // The more precise of the two: a third is 0.333333, and a ten-millionth is not 0.
  const count = new Intl.NumberFormat(locale, {
    maximumFractionDigits: 6,
    maximumSignificantDigits: 6,
    roundingPriority: "morePrecision",
  });
  const factorsOf = ({ quantity, unitPrice }: LineItem) =>
    quantity === 1 ? undefined : { quantity: count.format(quantity), unitPrice: money(unitPrice) };
  return (receipt.items ?? []).map((item) => {
    const code = readTaxCode(item);
    return {
      label: `${printedText(item.name)}${isMock(item) ? "*" : ""}`,
      price: money(item.totalPrice),
      taxCode: codes.has(code) ? code : undefined,
      factors: factorsOf(item),
    };
  });
}

function describePayment(receipt: OpenedReceipt): FactLine[] {
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
  ];
  return facts.flatMap(([label, value]) =>
    typeof value === "string" && value !== "" ? [{ label, value: printedText(value) }] : [],
  );
}
