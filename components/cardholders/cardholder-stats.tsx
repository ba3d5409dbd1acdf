import { Stat, StatRow } from "#components/ui/stat.tsx";
import { Time } from "#components/ui/time.tsx";
import type { ShownCardholder } from "./use-cardholders.ts";

export function CardholderStats({ cardholder }: { cardholder: ShownCardholder }) {
  const { deliveredReceipts, lastOpenedAt, registeredAt, keys, receiptCounts } = cardholder;
  const undecided = receiptCounts.pending + receiptCounts.requires_confirmation;
  const parts = [
    `${format(receiptCounts.succeeded)} paid`,
    ...(receiptCounts.failed > 0 ? [`${format(receiptCounts.failed)} declined`] : []),
    ...(undecided > 0 ? [`${format(undecided)} undecided`] : []),
  ];
  return (
    <StatRow>
      <Stat
        label="Receipts sealed"
        value={<ReceiptCount {...cardholder} />}
        note={parts.join(" · ")}
      />
      <Stat label="From escrow" value={format(deliveredReceipts)} note="waited for registration" />
      <Stat
        label="Last opened"
        value={<Moment at={lastOpenedAt} />}
        note={lastOpenedAt === null ? "no grant used yet" : "with the latest grant used"}
      />
      <Stat
        label="Registered"
        value={<Moment at={registeredAt} />}
        note={keys.length === 1 ? "one key since" : `${format(keys.length)} keys since`}
      />
    </StatRow>
  );
}

/** For values longer than a figure: smaller, so that a date fits on a phone. */
function Moment({ at }: { at: string | null }) {
  return (
    <span className="text-lg leading-8 max-md:text-base max-md:leading-8">
      {at === null ? <span className="text-muted">Never</span> : <Time at={at} />}
    </span>
  );
}

function format(count: number): string {
  return count.toLocaleString("en-US");
}

type ReceiptCountProps = { receipts: number; hasMoreReceipts: boolean };

/** Counted up to a limit: "1,000+" means that there are more. */
export function ReceiptCount({ receipts, hasMoreReceipts }: ReceiptCountProps) {
  return (
    <span className="tabular-nums">
      {receipts.toLocaleString("en-US")}
      {hasMoreReceipts ? "+" : ""}
    </span>
  );
}
