import type { MemberCaller } from "#lib/core/caller.ts";
import type { IssuerFigures, IssuerOverview, OverviewRange } from "./contract.ts";
import { layOutRange, type Period } from "./range.ts";
import { type BucketCounts, countCardholders, selectBucketCounts } from "./store-issuer.ts";

/** Figures of the range up to now, and of a range of the same length before it. */
export async function getIssuerOverview({
  caller,
  range,
}: {
  caller: MemberCaller;
  range: OverviewRange;
}): Promise<IssuerOverview> {
  const { current, previous, bucketStarts } = layOutRange(range);
  const cardholders = await countCardholders(caller);
  const [counts, earlier] = await Promise.all([
    readPeriod(caller, current, cardholders),
    readPeriod(caller, previous, cardholders),
  ]);
  const byBucket = Map.groupBy(counts, ({ at }) => at.getTime());
  return {
    range,
    ...current,
    cardholders,
    totals: { ...addUp(counts), opened: add(counts, "opened") },
    buckets: bucketStarts.map((at) => ({ at, ...addUp(byBucket.get(at.getTime()) ?? []) })),
    previous: { ...addUp(earlier), opened: add(earlier, "opened") },
  };
}

async function readPeriod(
  caller: MemberCaller,
  { from, to, bucketSeconds }: Period,
  cardholders: number,
): Promise<BucketCounts[]> {
  // Includes the current millisecond.
  const period = { from, to: new Date(to.getTime() + 1), bucketSeconds };
  return await selectBucketCounts(caller, period, cardholders);
}

function addUp(counts: readonly BucketCounts[]): IssuerFigures {
  return {
    registered: add(counts, "registered"),
    handedOver: add(counts, "handedOver"),
    sealed: add(counts, "sealed"),
    grantsUsed: add(counts, "grantsUsed"),
    grantsExpired: add(counts, "grantsExpired"),
  };
}

function add(counts: readonly BucketCounts[], figure: Exclude<keyof BucketCounts, "at">): number {
  return counts.reduce((sum, row) => sum + (row[figure] ?? 0), 0);
}
