import type { BarsRow, Series } from "./bars-over-time.tsx";

type BarsTableProps = {
  label: string;
  series: readonly Series[];
  rows: readonly BarsRow[];
  nameOf: (at: string) => string;
  format: (value: number) => string;
};

/** For those who do not see the chart: buckets in which nothing was are left out. */
export function BarsTable({ label, series, rows, nameOf, format }: BarsTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ values }) => values.some((value) => value > 0))
            .map(({ at, values }) => (
              <tr key={at}>
                <th scope="row">{nameOf(at)}</th>
                {series.map(({ name }, index) => (
                  <td key={name}>{format(values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
