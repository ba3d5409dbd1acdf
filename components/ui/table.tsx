import Link from "next/link";
import type { ReactNode } from "react";
import { shallowLink } from "./shallow-link.ts";

export type Column<Row> = {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Figures are aligned right, one below the other. */
  numeric?: boolean;
  /** Omitted from the cards on a phone: shown when the row is opened. */
  deskOnly?: boolean;
};

type TableProps<Row> = {
  /** What the rows are, for those who do not see the heading above. */
  label: string;
  /** The first column names the row: it is the title of the card that a row becomes on a phone. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Where a row leads; the whole row is the target then. */
  href?: (row: Row) => string;
  /** The page follows its address by itself: opening a row asks the server for nothing. */
  shallow?: boolean;
  /** The rows are those of the page before, while the next one is on its way. */
  stale?: boolean;
};

/** A table on a wide screen, a card for each row on a phone. */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  href,
  shallow = false,
  stale,
}: TableProps<Row>) {
  return (
    <table
      aria-label={label}
      aria-busy={stale || undefined}
      className={`w-full border-collapse text-sm max-md:block ${stale ? "opacity-60" : ""}`}
    >
      <thead className="max-md:sr-only">
        <tr>
          {columns.map(({ id, title, numeric }) => (
            <th
              key={id}
              scope="col"
              className={`border-b border-line px-4 py-2 text-xs font-medium whitespace-nowrap text-muted first:pl-5 last:pr-5 ${numeric ? "text-right" : "text-left"}`}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className={`relative border-line not-last:border-b max-md:block max-md:px-4 max-md:py-3 ${href ? "hover:bg-ink/4" : ""}`}
          >
            {columns.map((column, index) => (
              <Cell key={column.id} column={column} isTitle={index === 0}>
                {index === 0 && href ? (
                  // A page of rows would fetch as many pages ahead, of which one is opened.
                  <Link
                    {...(shallow ? shallowLink(href(row)) : { href: href(row), prefetch: false })}
                    className="font-medium after:absolute after:inset-0"
                  >
                    {column.cell(row)}
                  </Link>
                ) : (
                  column.cell(row)
                )}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellProps = {
  column: { title: string; numeric?: boolean; deskOnly?: boolean };
  isTitle: boolean;
  children: ReactNode;
};

function Cell({ column, isTitle, children }: CellProps) {
  const card = isTitle
    ? "max-md:pb-1.5 max-md:text-base max-md:font-medium"
    : column.deskOnly
      ? "max-md:hidden"
      : "max-md:grid max-md:items-baseline max-md:grid-cols-[7rem_minmax(0,1fr)] max-md:justify-items-start max-md:gap-x-3 max-md:py-0.5 max-md:before:text-muted max-md:before:content-[attr(data-title)]";
  return (
    <td
      data-title={column.title}
      className={`align-middle md:h-12 md:px-4 md:py-2 md:first:pl-5 md:last:pr-5 ${isTitle ? "max-md:block" : ""} ${card} ${column.numeric ? "md:text-right" : ""}`}
    >
      {children}
    </td>
  );
}

/** A long id, clipped to the width of a column; whole on a phone, and on hover. */
export function ClippedId({ text }: { text: string }) {
  return (
    <span
      title={text}
      className="block font-mono text-xs leading-5 max-md:wrap-anywhere md:max-w-32 md:truncate"
    >
      {text}
    </span>
  );
}
