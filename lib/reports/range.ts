import type { OverviewRange } from "./contract.ts";

export type Period = { from: Date; to: Date; bucketSeconds: number };

type RangeLayout = {
  current: Period;
  /** Of the same length, one range earlier, for comparison. */
  previous: Period;
  bucketStarts: Date[];
};

const HOUR = 60 * 60;

/** Buckets begin at full hours and days of UTC; the last of them is not over yet. */
const layouts: Record<OverviewRange, { bucketSeconds: number; buckets: number }> = {
  "24h": { bucketSeconds: HOUR, buckets: 24 },
  "7d": { bucketSeconds: 6 * HOUR, buckets: 28 },
  "30d": { bucketSeconds: 24 * HOUR, buckets: 30 },
};

/** The periods of a range that ends now, cut into buckets. */
export function layOutRange(range: OverviewRange): RangeLayout {
  const { bucketSeconds, buckets } = layouts[range];
  const bucketMs = bucketSeconds * 1000;
  const to = Date.now();
  const from = (Math.floor(to / bucketMs) - buckets + 1) * bucketMs;
  const length = buckets * bucketMs;
  const period = (start: number, end: number) => ({
    from: new Date(start),
    to: new Date(end),
    bucketSeconds,
  });
  return {
    current: period(from, to),
    previous: period(from - length, to - length),
    bucketStarts: Array.from({ length: buckets }, (_, index) => new Date(from + index * bucketMs)),
  };
}
