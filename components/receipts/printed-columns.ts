import { arrangeTaxes } from "./arrange-taxes.ts";
import type { ItemLine } from "./describe-items.ts";
import type { PaperReceipt, SumLine } from "./describe-receipt.ts";
import { listFiscalLines } from "./fiscal-code.ts";
import { widthOf, wrapColumns } from "./text-columns.ts";

type Roll = {
  /** Characters of a line: 32 and 42 are those of common receipt printers. */
  columns: number;
};

/** The receipt as lines of a fixed width, in a font whose characters take one column, or two as in East Asia. */
export function printInColumns(paper: PaperReceipt, { columns }: Roll): string[] {
  const { head, items, itemsNote, sums, sumsNote, taxTable, facts, policy, fiscal } = paper;
  const paragraph = (text: string | undefined) =>
    text === undefined ? [] : wrapColumns(text, columns);
  const medium = { width: columns, gap: 1, measure: widthOf };
  const sections = [
    head.flatMap(({ kind, text }) =>
      wrapColumns(kind === "banner" ? text.toUpperCase() : text, columns).map((line) =>
        center(line, columns),
      ),
    ),
    items.flatMap((item) => printItem(item, columns)),
    paragraph(itemsNote),
    sums.flatMap((sum) => printSum(sum, columns)),
    paragraph(sumsNote),
    taxTable ? arrangeTaxes(taxTable, medium).flatMap((row) => printCells(row, columns)) : [],
    facts.flatMap(({ label, value }) => spread(label, value, columns)),
    policy.flatMap(paragraph),
    fiscal ? listFiscalLines(fiscal).flatMap(paragraph) : [],
  ];
  const rule = "-".repeat(columns);
  const filled = sections.filter((lines) => lines.length > 0);
  return filled.flatMap((lines, at) => (at === 0 ? lines : [rule, ...lines]));
}

function printItem(
  { label, price, taxCode, factors, discount, details }: ItemLine,
  columns: number,
): string[] {
  const value = [price.text, taxCode].filter(Boolean).join(" ");
  const indented = (lines: string[]) => lines.map((line) => `  ${line}`);
  return [
    ...spread(label, value, columns),
    ...(factors === undefined ? [] : indented(wrapColumns(factors, columns - 2))),
    ...(discount ? indented(spread(discount.label, discount.money?.text ?? "", columns - 2)) : []),
    ...details.flatMap((line) => indented(wrapColumns(line, columns - 2))),
  ];
}

function printSum({ label, money, role }: SumLine, columns: number): string[] {
  return spread(role === "total" ? label.toUpperCase() : label, money.text, columns);
}

function printCells(
  row: { label: string; cells: { text: string; right: number }[] },
  columns: number,
): string[] {
  const [first = "", ...more] = wrapColumns(row.label, columns);
  const line = row.cells.reduce(
    (before, { text, right }) => before + blanks(right - widthOf(text) - widthOf(before)) + text,
    first,
  );
  return [line, ...more];
}

/** The value at the right edge, beside the first line of the label, or below it where there is no room. */
function spread(label: string, given: string, columns: number): string[] {
  const value = given.replaceAll(/\s/gu, " ");
  if (value === "") return wrapColumns(label, columns);
  const room = columns - widthOf(value) - 1;
  if (room < Math.min(widthOf(label), columns / 3)) {
    const below = wrapColumns(value, columns).map((line) => blanks(columns - widthOf(line)) + line);
    return [...wrapColumns(label, columns), ...below];
  }
  const [first = "", ...more] = wrapColumns(label, room);
  return [first + blanks(columns - widthOf(first) - widthOf(value)) + value, ...more];
}

function center(line: string, columns: number): string {
  return blanks(Math.floor((columns - widthOf(line)) / 2)) + line;
}

function blanks(count: number): string {
  return " ".repeat(Math.max(0, count));
}
