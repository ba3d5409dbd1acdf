import {
  describeReceipt,
  type ItemLine,
  type SumLine,
} from "#components/receipts/describe-receipt.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { clip, widthOf } from "./text-width.ts";

const WIDTH = 44;
const RIGHT_TO_LEFT = new Set(["Arab", "Hebr", "Thaa"]);

/** The receipt as lines of a till roll, with money as the merchant's country writes it. */
export function formatPaperReceipt(receipt: OpenedReceipt): string[] {
  const locale = chooseLocale(receipt.merchantCountry);
  const { items, sums, sumsNote } = describeReceipt(receipt, { locale });
  const rows = [
    ...formatHead(receipt),
    "",
    ...items.flatMap(formatItem),
    "─".repeat(WIDTH),
    ...sums.map(formatSum),
    ...(sumsNote === undefined ? [] : ["", clip(sumsNote, WIDTH)]),
    "",
    spread(formatCard(receipt), formatTime(receipt.transactionDate)),
  ];
  return [
    `┌─${"─".repeat(WIDTH)}─┐`,
    ...rows.map((row) => `│ ${row}${" ".repeat(WIDTH - widthOf(row))} │`),
    `└─${"─".repeat(WIDTH)}─┘`,
  ];
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

function formatItem({ label, price, factors }: ItemLine): string[] {
  const total = plain(price.text);
  if (!factors) return [spread(label, total)];

  const product = `  ${factors.quantity} × ${plain(factors.unitPrice.text)}`;
  return [clip(label, WIDTH), spread(product, total)];
}

function formatSum({ label, money, role }: SumLine): string {
  return spread(role === "total" ? label.toUpperCase() : plain(label), plain(money.text));
}

/** Terminals give some blanks a width of their own. */
function plain(text: string): string {
  return text.replaceAll(/\s/gu, " ");
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
