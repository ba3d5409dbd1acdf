import type { TaxTable } from "./describe-tax-table.ts";

/** Tax by rate, in columns that stand below each other. */
export function TaxRows({ table: { headings, rows, sum } }: { table: TaxTable }) {
  const hasCodes = rows.some(({ code }) => code !== "");
  const last = sum ? [sum] : [];
  return (
    <table className="w-full border-collapse tabular-nums">
      <thead>
        <tr className="text-muted">
          <th scope="col" colSpan={hasCodes ? 2 : 1} className="pb-1 text-left font-normal">
            {headings.rate}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="pb-1 pl-2 text-right font-normal">
              {headings[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...rows, ...last].map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a receipt never changes its order
          <tr key={place} className="align-top">
            {hasCodes ? <td className="w-px pr-2">{row.code}</td> : null}
            <td className="wrap-anywhere">
              <bdi dir="auto">{row.name}</bdi>
            </td>
            {columns.map((column) => (
              <td key={column} className="pl-2 text-right whitespace-nowrap">
                {row[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const columns = ["net", "tax", "gross"] as const;
