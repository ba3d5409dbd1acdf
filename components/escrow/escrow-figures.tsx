import { Stat, StatRow } from "#components/ui/stat.tsx";
import type { EscrowState } from "#lib/contract/console-escrow.ts";
import { formatDay } from "./format-day.ts";

const DAY_MS = 86_400_000;

export function EscrowFigures({ escrow }: { escrow: EscrowState }) {
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
            ? "nothing waits"
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
        note={expiringWithin7Days > 0 ? `${percent.format(share)} of what waits` : "none of them"}
      />
      <Stat label="Kept for" value={`${escrowDays} days`} note="then destroyed" />
    </StatRow>
  );
}

const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });
