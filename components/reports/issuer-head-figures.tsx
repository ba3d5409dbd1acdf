import Link from "next/link";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { Stat, StatRow } from "#components/ui/stat.tsx";
import { ChangeNote } from "./change-note.tsx";
import { compareCounts, formatCount } from "./figures.ts";
import type { IssuerReport } from "./use-overview.ts";

/** What is now, and what was in the range against the time before. */
export function IssuerHeadFigures({ overview }: { overview: IssuerReport }) {
  const { base } = useCurrentConsole();
  const { cardholders, inEscrow, totals, previous } = overview;
  const figures: { name: keyof IssuerReport["totals"]; label: string }[] = [
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
        note={`now, ${formatCount(totals.registered)} of them new`}
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
      <Stat
        label="In escrow"
        value={
          <Link
            href={`${base}/escrow`}
            className="underline decoration-line underline-offset-4 hover:decoration-ink"
          >
            {formatCount(inEscrow)}
          </Link>
        }
        note="now, for all issuers"
      />
    </StatRow>
  );
}
