import { color, cut, printable } from "./text.ts";

export type Cell = string | number | boolean | null | undefined;

/** Where results go: to people as tables, to scripts as JSON, one value a line. */
export type Output = {
  readonly json: boolean;
  /** One result. People see `facts`, by default its own members. */
  show(value: object, facts?: Record<string, Cell>): void;
  /** Entries of a list as they come, page by page. */
  list<Entry extends object>(
    pages: AsyncIterable<readonly Entry[]>,
    view: ListView<Entry>,
  ): Promise<void>;
  /** One entry of a stream. */
  line(value: object, text: string): void;
  /** What happens meanwhile, to stderr; not with --json. */
  progress(text: string): void;
};

export type ListView<Entry> = {
  columns: Record<string, (entry: Entry) => Cell>;
  /** What is printed if there are no entries. */
  empty: string;
};

export function createOutput(json: boolean): Output {
  return {
    json,
    show: (value, facts = factsOf(value)) => print(json ? JSON.stringify(value) : write(facts)),
    async list(pages, { columns, empty }) {
      let count = 0;
      for await (const page of pages) {
        if (page.length === 0) continue;
        if (json) for (const entry of page) print(JSON.stringify(entry));
        else print(formatTable(columns, page, { hasHead: count === 0 }));
        count += page.length;
      }
      if (count === 0 && !json) print(empty);
    },
    line: (value, text) => print(json ? JSON.stringify(value) : text),
    progress(text) {
      if (!json) process.stderr.write(`${color("dim", printable(text), process.stderr)}\n`);
    },
  };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function write(facts: Record<string, Cell>): string {
  const shown = Object.entries(facts).filter(([, value]) => value !== undefined);
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown
    .map(([name, value]) => `${color("dim", name.padEnd(width))}  ${format(value)}`)
    .join("\n");
}

function factsOf(value: object): Record<string, Cell> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === "object" && member !== null ? JSON.stringify(member) : member,
    ]),
  );
}

function format(value: Cell): string {
  return value === null || value === undefined || value === "" ? "–" : printable(String(value));
}

/** The last column gives way on a narrow terminal; in a file, nothing is cut. */
function formatTable<Entry>(
  columns: ListView<Entry>["columns"],
  entries: readonly Entry[],
  { hasHead }: { hasHead: boolean },
): string {
  const titles = Object.keys(columns);
  const rows = entries.map((entry) => Object.values(columns).map((read) => format(read(entry))));
  const widths = titles.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => [...(row[index] ?? "")].length)),
  );
  const width = process.stdout.columns ?? Number.POSITIVE_INFINITY;
  const join = (row: readonly string[]) =>
    cut(row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("  "), width).trimEnd();
  return [...(hasHead ? [color("bold", join(titles))] : []), ...rows.map(join)].join("\n");
}
