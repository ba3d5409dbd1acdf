import { Stat, StatRow } from "#components/ui/stat.tsx";
import { ChangeNote } from "./change-note.tsx";
import { compareCounts, formatCount } from "./figures.ts";
import type { IssuerReport } from "./use-overview.ts";

/** Current figures, and those of the range compared with the previous period. */
export function IssuerHeadFigures({ overview }: { overview: IssuerReport }) {
  const { cardholders, totals, previous } = overview;
  const figures: { name: keyof IssuerReport["totals"]; label: string }[] = [
    { name: "handedOver", label: "From escrow" },
    { name: "sealed", label: "Receipts sealed" },
    { name: "opened", label: "Receipts opened" },
    { name: "grantsUsed", label: "Grants used" },
    { name: "grantsExpired", label: "Grants expired" },
  ];
  return (
    <StatRow>
      <Stat
        label="Cardholders"
        value={formatCount(cardholders)}
        note={`${formatCount(totals.registered)} new in this period`}
      />
      {figures.map(({ name, label }) => (
        <Stat
          key={name}
          label={label}
          value={formatCount(totals[name])}
          note={
            <ChangeNote
              change={compareCounts(totals[name], previous[name])}
              before={formatCount(previous[name])}
            />
          }
        />
      ))}
    </StatRow>
  );
}
