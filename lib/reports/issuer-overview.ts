import type { MemberCaller } from "#lib/core/caller.ts";
import { countInEscrow } from "#lib/escrow/get.ts";
import type { IssuerFigures, IssuerOverview, OverviewRange } from "./contract.ts";
import { layOutRange, type Period } from "./range.ts";
import {
  countCardholders,
  countGrants,
  countOpenedReceipts,
  countRegistered,
  countSealed,
} from "./store-issuer.ts";

/** Figures of the range up to now, and of a range of the same length before it. */
export async function getIssuerOverview({
  caller,
  range,
}: {
  caller: MemberCaller;
  range: OverviewRange;
}): Promise<IssuerOverview> {
  const { current, previous, bucketStarts } = layOutRange(range);
  const [cardholders, inEscrow, figures, earlier] = await Promise.all([
    countCardholders(caller),
    countInEscrow(caller.environment),
    readPeriod(caller, current),
    readPeriod(caller, previous),
  ]);
  const byBucket = Map.groupBy(figures.counts, ({ at }) => at.getTime());
  return {
    range,
    ...current,
    cardholders,
    inEscrow,
    totals: { ...addUp(figures.counts), opened: figures.opened },
    buckets: bucketStarts.map((at) => ({ at, ...addUp(byBucket.get(at.getTime()) ?? []) })),
    previous: { ...addUp(earlier.counts), opened: earlier.opened },
  };
}

/** Some of the figures, of the bucket that begins at `at`. */
type BucketCounts = { at: Date } & Partial<IssuerFigures>;

async function readPeriod(
  caller: MemberCaller,
  { from, to, bucketSeconds }: Period,
): Promise<{ counts: BucketCounts[]; opened: number }> {
  // What happened in this very millisecond is included.
  const period = { from, to: new Date(to.getTime() + 1), bucketSeconds };
  const [opened, ...counts] = await Promise.all([
    countOpenedReceipts(caller, period),
    countRegistered(caller, period),
    countSealed(caller, period),
    countGrants(caller, period),
  ]);
  return { counts: counts.flat(), opened };
}

function addUp(counts: readonly BucketCounts[]): IssuerFigures {
  const add = (figure: keyof IssuerFigures) =>
    counts.reduce((sum, row) => sum + (row[figure] ?? 0), 0);
  return {
    registered: add("registered"),
    sealed: add("sealed"),
    grantsUsed: add("grantsUsed"),
    grantsExpired: add("grantsExpired"),
  };
}
