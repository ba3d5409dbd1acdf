import type { ItemLine, PaperReceipt, SumLine } from "./describe-receipt.ts";
import { isolated } from "./printed-text.ts";

/** A receipt as plain text, to be shared from the device that opened it. */
export function formatReceiptText({ head, items, itemsNote, sums, sumsNote, facts }: PaperReceipt) {
  const sections = [
    head.map(({ kind, text }) => (kind === "banner" ? text.toUpperCase() : isolated(text))),
    items.flatMap(formatItem),
    listNote(itemsNote),
    sums.map(formatSum),
    listNote(sumsNote),
    facts.map(({ label, value }) => spread(label, value)),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function formatItem({ label, price, taxCode, factors }: ItemLine): string[] {
  const value = [price.text, taxCode].filter(Boolean).join(" ");
  const whole = spread(label, value);
  if (!factors) return [whole];
  return [whole, `  ${isolated(`${factors.quantity} × ${factors.unitPrice.text}`)}`];
}

function formatSum({ label, money }: SumLine): string {
  return spread(label, money.text);
}

function listNote(note: string | undefined): string[] {
  return note === undefined ? [] : [note];
}

function spread(label: string, value: string): string {
  return `${isolated(label)}  ${isolated(value)}`;
}
