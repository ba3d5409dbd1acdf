import { english, type Translate } from "#lib/languages/translate.ts";
import type { ItemLine } from "./describe-items.ts";
import type { PaperReceipt, SumLine } from "./describe-receipt.ts";
import { nameTaxRow, type TaxTable } from "./describe-tax-table.ts";
import { listFiscalLines } from "./fiscal-code.ts";
import { isolated } from "./printed-text.ts";

/** A receipt as plain text, to be shared from the device that opened it. */
export function formatReceiptText(paper: PaperReceipt, t: Translate = english): string {
  const { head, items, itemsNote, sums, sumsNote, taxTable, facts, policy, fiscal } = paper;
  const sections = [
    head.map(({ kind, text }) => (kind === "banner" ? text.toUpperCase() : isolated(text))),
    items.flatMap(formatItem),
    listNote(itemsNote),
    sums.map(formatSum),
    listNote(sumsNote),
    taxTable ? formatTaxes(taxTable, t) : [],
    facts.map(({ label, value }) => spread(label, value)),
    policy.map(isolated),
    fiscal ? listFiscalLines(fiscal).map(isolated) : [],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function formatItem({ label, price, taxCode, factors, discount, details }: ItemLine): string[] {
  const value = [price.text, taxCode].filter(Boolean).join(" ");
  const below = [
    ...(factors === undefined ? [] : [isolated(factors)]),
    ...(discount ? [spread(discount.label, discount.money?.text ?? "")] : []),
    ...details.map(isolated),
  ];
  return [spread(label, value), ...below.map((line) => `  ${line}`)];
}

function formatSum({ label, money }: SumLine): string {
  return spread(label, money.text);
}

/** Columns would not stand below each other in the proportional fonts of messages. */
function formatTaxes({ headings, rows, sum }: TaxTable, t: Translate): string[] {
  return [...rows, ...(sum ? [sum] : [])].map((row) => {
    const amounts = (["net", "tax", "gross"] as const).map(
      (column) => `${t.inSentence(headings[column])} ${row[column]}`,
    );
    return spread(nameTaxRow(row), amounts.join(", "));
  });
}

function listNote(note: string | undefined): string[] {
  return note === undefined ? [] : [note];
}

function spread(label: string, value: string): string {
  return value === "" ? isolated(label) : `${isolated(label)}  ${isolated(value)}`;
}
