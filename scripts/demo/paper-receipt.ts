import { formatMoney } from "#lib/core/money.ts";
import type { LineItem, OpenedReceipt } from "#lib/receipts/contract.ts";
import { clip, widthOf } from "./text-width.ts";

type Notation = { money: (amount: number) => string; quantity: (quantity: number) => string };

const WIDTH = 44;
const RIGHT_TO_LEFT = new Set(["Arab", "Hebr", "Thaa"]);

/** The receipt as lines of a till roll, with money as the merchant's country writes it. */
export function formatPaperReceipt(receipt: OpenedReceipt): string[] {
  const notation = makeNotation(receipt);
  const { money } = notation;
  const { items = [], subtotal, taxAmount, totalAmount, amount } = receipt;
  const total = totalAmount ?? amount ?? sumItems(items) + (taxAmount ?? 0);
  const rows = [
    ...formatHead(receipt),
    "",
    ...items.flatMap((item) => formatItem(item, notation)),
    "─".repeat(WIDTH),
    ...(subtotal === undefined ? [] : [spread("Subtotal", money(subtotal))]),
    ...(taxAmount === undefined ? [] : [spread("Tax", money(taxAmount))]),
    spread("TOTAL", money(total)),
    "",
    spread(formatCard(receipt), formatTime(receipt.transactionDate)),
  ];
  return [
    `┌─${"─".repeat(WIDTH)}─┐`,
    ...rows.map((row) => `│ ${row}${" ".repeat(WIDTH - widthOf(row))} │`),
    `└─${"─".repeat(WIDTH)}─┘`,
  ];
}

function makeNotation({ currency, merchantCountry }: OpenedReceipt): Notation {
  const locale = chooseLocale(merchantCountry);
  return {
    money: (amount) => formatMoney({ amount, currency }, locale).replaceAll(/\s/gu, " "),
    quantity: (quantity) => quantity.toLocaleString(locale, { maximumFractionDigits: 6 }),
  };
}

/** The likeliest language of the country, as far as a terminal can keep its columns aligned. */
function chooseLocale(country = ""): string {
  const region = /^[A-Z]{2}$/.test(country) ? country : "US";
  const likely = new Intl.Locale("und", { region, numberingSystem: "latn" }).maximize();
  return RIGHT_TO_LEFT.has(likely.script ?? "") ? `en-${region}` : likely.toString();
}

function formatHead(receipt: OpenedReceipt): string[] {
  const { merchantName, merchantStreet, merchantPostalCode, merchantCity, receiptId } = receipt;
  const town = [merchantPostalCode, merchantCity].filter(Boolean).join(" ");
  const lines = [merchantName, merchantStreet, town, receiptId];
  return lines.filter((line) => line !== undefined && line !== "").map(center);
}

function formatItem(item: LineItem, { money, quantity }: Notation): string[] {
  const total = money(item.totalPrice);
  if (item.quantity === 1) return [spread(item.name, total)];

  const factors = `  ${quantity(item.quantity)} × ${money(item.unitPrice)}`;
  return [clip(item.name, WIDTH), spread(factors, total)];
}

function sumItems(items: LineItem[]): number {
  return items.reduce((total, { totalPrice }) => total + totalPrice, 0);
}

function formatCard({ cardBrand, cardLast4, paymentMethod }: OpenedReceipt): string {
  if (cardLast4 === undefined) return paymentMethod ?? "";
  return `${cardBrand ?? "card"} ···· ${cardLast4}`;
}

/** Date and time as the merchant's clock showed them. */
function formatTime(transactionDate: string): string {
  return transactionDate.slice(0, 16).replace("T", " ");
}

function center(text: string | undefined): string {
  const clipped = clip(text ?? "", WIDTH);
  return " ".repeat(Math.floor((WIDTH - widthOf(clipped)) / 2)) + clipped;
}

function spread(left: string, right: string): string {
  const clipped = clip(left, WIDTH - widthOf(right) - 1);
  return clipped + " ".repeat(WIDTH - widthOf(clipped) - widthOf(right)) + right;
}
