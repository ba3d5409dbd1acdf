import { nameTaxRow, type TaxRow, type TaxTable } from "./describe-tax-table.ts";

/** One row on a medium of fixed width: a label at its left edge, and amounts that end at their `right`. */
export type TaxCells = { label: string; cells: { text: string; right: number }[] };

/** In columns of characters, or in pixels. */
type Medium = { width: number; gap: number; measure: (text: string) => number };

const columns = ["net", "tax", "gross"] as const;

/**
 * The table in columns below headings: each rate in one row, or, where that is too narrow, its amounts below its name, or
 * each amount in a row of its own.
 */
export function arrangeTaxes({ headings: names, rows, sum }: TaxTable, medium: Medium): TaxCells[] {
  const { gap, measure, width } = medium;
  const all = [...rows, ...(sum ? [sum] : [])];
  const widths = columns.map((column) =>
    Math.max(...[names[column], ...all.map((row) => row[column])].map(measure)),
  );
  const amounts = widths.reduce((total, one) => total + one, 0);
  const widest = Math.max(...[names.rate, ...all.map(nameTaxRow)].map(measure));
  const rights = widths.map((_, at) => {
    const behind = widths.slice(at + 1).reduce((total, one) => total + one + gap, 0);
    return width - behind;
  });
  const headings = fill(names, rights);
  if (widest + amounts + columns.length * gap <= width) {
    return [
      { label: names.rate, cells: headings },
      ...all.map((row) => ({ label: nameTaxRow(row), cells: fill(row, rights) })),
    ];
  }
  if (amounts + (columns.length - 1) * gap <= width) {
    const stack = (row: TaxRow) => [
      { label: nameTaxRow(row), cells: [] },
      { label: "", cells: fill(row, rights) },
    ];
    return [{ label: "", cells: headings }, ...all.flatMap(stack)];
  }
  return all.flatMap((row) => [
    { label: nameTaxRow(row), cells: [] },
    ...columns.map((column) => ({
      label: names[column],
      cells: [{ text: row[column], right: width }],
    })),
  ]);
}

function fill(row: Record<(typeof columns)[number], string>, rights: readonly number[]) {
  return columns.map((column, at) => ({ text: row[column], right: rights[at] ?? 0 }));
}
