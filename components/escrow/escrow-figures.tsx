import { Stat, StatRow } from "#components/ui/stat.tsx";
import type { Answer } from "#lib/browser/api.ts";

type Escrow = Answer<"GET /api/console/escrow">;

const DAY_MS = 86_400_000;

export function EscrowFigures({ escrow }: { escrow: Escrow }) {
  const { waiting, oldestAt, expiringWithin7Days, escrowDays } = escrow;
  const share = waiting === 0 ? 0 : expiringWithin7Days / waiting;
  return (
    <StatRow>
      <Stat
        label="Waiting"
        value={waiting.toLocaleString("en-US")}
        note={waiting === 1 ? "receipt in this environment" : "receipts in this environment"}
      />
      <Stat
        label="Oldest"
        value={oldestAt === null ? "–" : formatDay(oldestAt)}
        note={
          oldestAt === null
            ? "none waiting"
            : `expires ${formatDay(new Date(new Date(oldestAt).getTime() + escrowDays * DAY_MS).toISOString())}`
        }
      />
      <Stat
        label="Expiring in 7 days"
        value={
          <span className={expiringWithin7Days > 0 ? "text-escrowed" : ""}>
            {expiringWithin7Days.toLocaleString("en-US")}
          </span>
        }
        note={
          expiringWithin7Days > 0 ? `${percent.format(share)} of those waiting` : "none of them"
        }
      />
      <Stat label="Kept for" value={`${escrowDays} days`} note="then destroyed" />
    </StatRow>
  );
}

const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });

/** A bar for each age, against the fullest one. */
export function EscrowAges({ escrow: { buckets } }: { escrow: Escrow }) {
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

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** The service reports days, not moments, in UTC. Takes ISO 8601. */
function formatDay(at: string): string {
  return day.format(new Date(at));
}
