import type { ReactNode } from "react";
import { Stat, StatRow } from "#components/ui/stat.tsx";
import { ChangeNote } from "./change-note.tsx";
import { volumeOf } from "./choose-currency.ts";
import { compareCounts, compareShares, formatCount, formatShare, formatVolume } from "./figures.ts";
import type { MerchantReport } from "./use-overview.ts";

type HeadFiguresProps = { overview: MerchantReport; currency: string | undefined };

/** The figures of the range, each compared with the previous period. */
export function HeadFigures({ overview: { totals, previous }, currency }: HeadFiguresProps) {
  const volume = volumeOf(totals.volume, currency);
  const volumeBefore = volumeOf(previous.volume, currency);
  const others = totals.volume.length - 1;
  return (
    <StatRow>
      <Stat
        label={others > 0 ? `Volume in ${currency?.toUpperCase()}` : "Volume"}
        value={currency ? formatVolume(volume, currency) : none}
        note={
          currency ? (
            <ChangeNote
              change={compareCounts(volume, volumeBefore)}
              before={formatVolume(volumeBefore, currency)}
            />
          ) : (
            "Nothing approved"
          )
        }
      />
      <Stat
        label="Payments"
        value={formatCount(totals.payments)}
        note={
          <ChangeNote
            change={compareCounts(totals.payments, previous.payments)}
            before={formatCount(previous.payments)}
          />
        }
      />
      <Stat
        label="Approval rate"
        value={totals.approvalRate === null ? none : formatShare(totals.approvalRate)}
        note={
          <ChangeNote
            change={compareShares(totals.approvalRate, previous.approvalRate)}
            before={previous.approvalRate === null ? "none" : formatShare(previous.approvalRate)}
          />
        }
      />
      <Stat
        label="Receipts sealed"
        value={formatCount(totals.sealed)}
        note={
          <ChangeNote
            change={compareCounts(totals.sealed, previous.sealed)}
            before={formatCount(previous.sealed)}
          />
        }
      />
    </StatRow>
  );
}

const none: ReactNode = (
  <span className="text-muted">
    <span aria-hidden="true">–</span>
    <span className="sr-only">none</span>
  </span>
);
