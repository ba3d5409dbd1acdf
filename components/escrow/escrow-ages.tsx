import type { EscrowState } from "#lib/contract/console-escrow.ts";

/** A bar for each age, against the fullest one. */
export function EscrowAges({ escrow: { buckets } }: { escrow: EscrowState }) {
  const most = Math.max(...buckets.map(({ waiting }) => waiting), 1);
  return (
    <table aria-label="Receipts in escrow by age" className="w-full border-collapse text-sm">
      <thead className="sr-only">
        <tr>
          <th scope="col">Age</th>
          <th scope="col">Share</th>
          <th scope="col">Receipts</th>
        </tr>
      </thead>
      <tbody>
        {buckets.map(({ fromDays, toDays, waiting }) => (
          <tr key={fromDays}>
            <th
              scope="row"
              className="w-32 py-1.5 pr-4 text-left font-normal whitespace-nowrap tabular-nums"
            >
              {nameAge(fromDays, toDays)}
            </th>
            <td className="py-1.5">
              <span aria-hidden="true" className="block h-5 bg-ink/6">
                <span
                  className="block h-full bg-escrowed"
                  style={{ width: `${(waiting / most) * 100}%` }}
                />
              </span>
            </td>
            <td className="w-20 py-1.5 pl-4 text-right font-medium tabular-nums">
              {waiting.toLocaleString("en-US")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `toDays` is exclusive. */
function nameAge(fromDays: number, toDays: number): string {
  if (toDays === 1) return "Under a day";
  const last = toDays - 1;
  return last === fromDays ? `${fromDays} days` : `${fromDays} to ${last} days`;
}
