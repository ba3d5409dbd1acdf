export type Column = { title: string; width: number };

/** Prints a table row by row, as its rows come to be known. */
export function openTable(columns: readonly Column[]) {
  const print = (cells: readonly string[]) => {
    const line = cells.map((cell, at) => cell.padEnd(columns[at]?.width ?? 0)).join("  ");
    console.log(line.trimEnd());
  };
  return {
    begin(): void {
      print(columns.map(({ title }) => title));
      print(columns.map(({ width }) => "-".repeat(width)));
    },
    row: print,
  };
}

export function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
