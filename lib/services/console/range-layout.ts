import type { OverviewRange } from "#lib/contract/console-overview.ts";

const HOUR = 60 * 60;

/** Buckets begin at full hours and days of UTC; the last of them is the one under way. */
export const rangeLayouts: Record<OverviewRange, { bucketSeconds: number; buckets: number }> = {
  "24h": { bucketSeconds: HOUR, buckets: 24 },
  "7d": { bucketSeconds: 6 * HOUR, buckets: 28 },
  "30d": { bucketSeconds: 24 * HOUR, buckets: 30 },
};
