import Link from "next/link";
import type { ReactNode } from "react";
import type { StoredValue } from "#lib/core/data-inventory.ts";
import { rowLink } from "./row-link.ts";
import { shallowLink } from "./shallow-link.ts";

export type Column<Row> = {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Of what it shows. */
  stored?: StoredValue;
  /** Figures are right-aligned. */
  numeric?: boolean;
  /**
   * Its place in a row on a phone: at the end of the first line, on the second with its title before
   * it (the default) or without, or nowhere, because the opened row shows it. `only`: nowhere else.
   */
  phone?: "end" | "titled" | "plain" | "only" | "hidden";
  /** Hidden where the table is narrow: all of its columns must be visible without scrolling. */
  wide?: boolean;
  /** Beside the title: what holds for every row, such as the time zone. */
  note?: ReactNode;
};

export type TableProps<Row> = {
  label: string;
  /** The first column names the row, and has its link. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  href?: (row: Row) => string;
  /** The page follows its address by itself: opening a row makes no request. */
  shallow?: boolean;
  /** The rows are those of the previous page, while the next one is loading. */
  stale?: boolean;
};

/**
 * A table with columns on a wide screen, fewer of them where the table is narrow; on a phone each row takes two
 * lines, with the figure at the end of the first.
 */
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
    <div className="table-frame">
      <table
        aria-label={label}
        aria-busy={stale || undefined}
        className={`w-full border-collapse text-sm max-md:block ${stale ? "opacity-60" : ""}`}
      >
        <thead className="max-md:sr-only">
          <tr>
            {columns.map(({ id, title, note, numeric, phone, wide }) => (
              <th
                key={id}
                scope="col"
                className={`table-head ${numeric ? "text-right" : "text-left"} ${phone === "only" ? "md:hidden" : ""} ${wide ? "table-wide" : ""}`}
              >
                {title}
                {note ? <> {note}</> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              {...(href ? rowLink : {})}
              className={`table-line ${href ? "cursor-pointer hover:bg-ink/4" : ""}`}
            >
              {columns.map((column, index) => (
                <Cell key={column.id} column={column} isTitle={index === 0}>
                  {index === 0 && href ? (
                    // A page of rows would fetch as many pages ahead, of which one is opened.
                    <Link
                      {...(shallow ? shallowLink(href(row)) : { href: href(row), prefetch: false })}
                      className="table-link"
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
    </div>
  );
}

type CellProps = {
  column: Pick<Column<never>, "title" | "numeric" | "phone" | "stored" | "wide">;
  isTitle: boolean;
  children: ReactNode;
};

function Cell({
  column: { title, numeric, phone = "titled", stored, wide },
  isTitle,
  children,
}: CellProps) {
  const place = isTitle ? "title" : phone;
  return (
    <td
      data-title={title}
      data-stored={stored}
      className={`table-cell-box ${places[place]} ${numeric ? "md:text-right" : ""} ${wide ? "table-wide" : ""}`}
    >
      {isTitle ? <div className="table-name">{children}</div> : children}
    </td>
  );
}

const places = {
  title: "table-title",
  end: "max-md:order-1 max-md:max-w-2/5 max-md:text-right",
  plain: "table-second",
  only: "table-second max-md:grow max-md:text-right md:hidden",
  titled: "table-second table-titled",
  hidden: "max-md:hidden",
};

/** A long id or an address, clipped to the width of a column; whole on a phone, and on hover. */
export function ClippedId({ text }: { text: string }) {
  return (
    <span
      title={text}
      className="table-id block font-mono text-xs leading-5 max-md:wrap-anywhere md:max-w-28 md:truncate"
    >
      {text}
    </span>
  );
}
