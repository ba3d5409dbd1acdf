import Link from "next/link";
import type { ReactNode } from "react";
import { rowLink } from "./row-link.ts";
import { shallowLink } from "./shallow-link.ts";

export type Column<Row> = {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Figures are right-aligned. */
  numeric?: boolean;
  /**
   * Its place in a row on a phone: at the end of the first line, on the second with its title before
   * it (the default) or without, or nowhere, because the opened row shows it. `only`: nowhere else.
   */
  phone?: "end" | "titled" | "plain" | "only" | "hidden";
  /**
   * Hidden on a tablet, where the row would not fit and its last columns could only be reached by scrolling.
   */
  wide?: boolean;
};

export type TableProps<Row> = {
  /** The first column names the row, and has the row's link. */
  label: string;
  /** The first column names the row, and has its link. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The page follows its address by itself: opening a row makes no request. */
  href?: (row: Row) => string;
  /** The rows of the previous page, while the next one is loading. */
  shallow?: boolean;
  /** The rows are those of the page before, while the next one is on its way. */
  stale?: boolean;
};

/**
 * A table on a wide screen, which scrolls in its panel where it is wider; on a phone each row takes two
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
    <div className="md:overflow-x-auto">
      <table
        aria-label={label}
        aria-busy={stale || undefined}
        className={`w-full border-collapse text-sm max-md:block ${stale ? "opacity-60" : ""}`}
      >
        <thead className="max-md:sr-only">
          <tr>
            {columns.map(({ id, title, numeric, phone, wide }) => (
              <th
                key={id}
                scope="col"
                className={`border-b border-line px-3 py-2 text-xs font-medium whitespace-nowrap text-muted first:pl-5 last:pr-5 min-[90rem]:not-first:pl-4 min-[90rem]:not-last:pr-4 ${numeric ? "text-right" : "text-left"} ${phone === "only" ? "md:hidden" : ""} ${wide ? notOnTablet : ""}`}
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
              {...(href ? rowLink : {})}
              className={`border-line not-last:border-b ${twoLines} ${href ? "cursor-pointer hover:bg-ink/4" : ""}`}
            >
              {columns.map((column, index) => (
                <Cell key={column.id} column={column} isTitle={index === 0}>
                  {index === 0 && href ? (
                    // A page of rows would fetch as many pages ahead, of which one is opened.
                    <Link
                      {...(shallow ? shallowLink(href(row)) : { href: href(row), prefetch: false })}
                      className="font-medium"
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

// The pseudo-element ends the first line, however much room is left on it.
const twoLines =
  "max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-3 max-md:px-4 max-md:py-2.5 max-md:after:order-2 max-md:after:h-0 max-md:after:basis-full";

type CellProps = {
  column: Pick<Column<never>, "title" | "numeric" | "phone" | "wide">;
  isTitle: boolean;
  children: ReactNode;
};

function Cell({
  column: { title, numeric, phone = "titled", wide },
  isTitle,
  children,
}: CellProps) {
  const place = isTitle ? "title" : phone;
  return (
    <td
      data-title={title}
      className={`align-middle md:h-12 md:px-3 md:py-2 md:first:pl-5 md:last:pr-5 min-[90rem]:not-first:pl-4 min-[90rem]:not-last:pr-4 ${places[place]} ${numeric ? "md:text-right" : ""} ${wide ? notOnTablet : ""}`}
    >
      {children}
    </td>
  );
}

const notOnTablet = "md:max-xl:hidden";

const secondLine =
  "max-md:order-3 max-md:min-w-0 max-md:text-xs max-md:leading-5 max-md:text-muted";

const places = {
  title:
    "max-md:order-1 max-md:min-w-0 max-md:basis-[calc(60%-0.75rem)] max-md:grow max-md:font-medium",
  end: "max-md:order-1 max-md:max-w-2/5 max-md:text-right",
  plain: secondLine,
  only: `${secondLine} max-md:grow max-md:text-right md:hidden`,
  titled: `${secondLine} max-md:flex max-md:items-baseline max-md:gap-x-1.5 max-md:before:content-[attr(data-title)]`,
  hidden: "max-md:hidden",
};

/** A long id, clipped to the width of a column; whole on a phone, and on hover. */
export function ClippedId({ text }: { text: string }) {
  return (
    <span
      title={text}
      className="block font-mono text-xs leading-5 max-md:wrap-anywhere md:max-w-32 md:truncate md:max-xl:max-w-24"
    >
      {text}
    </span>
  );
}
