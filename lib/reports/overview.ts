import type { MemberCaller } from "#lib/core/caller.ts";
import { firstIdAt } from "#lib/core/ids.ts";
import {
  type Overview,
  type OverviewRange,
  type OverviewTotals,
  type Setup,
  setupSteps,
  type Volume,
} from "./contract.ts";
import { countOpened, type PaymentTotals, selectSetupTimes, sumPayments } from "./store.ts";

/** Figures of the range up to now, and of as long a time one range before. */
export async function getOverview({
  caller,
  range,
}: {
  caller: MemberCaller;
  range: OverviewRange;
}): Promise<Overview> {
  const { bucketSeconds, buckets } = rangeLayouts[range];
  const bucketMs = bucketSeconds * 1000;
  const now = Date.now();
  const from = (Math.floor(now / bucketMs) - buckets + 1) * bucketMs;
  const earlier = buckets * bucketMs;

  const [current, previous] = await Promise.all([
    readPeriod(caller, { from, to: now, bucketSeconds }),
    readPeriod(caller, { from: from - earlier, to: now - earlier, bucketSeconds }),
  ]);
  const byBucket = Map.groupBy(current.sums, ({ at }) => at.getTime());
  return {
    range,
    from: new Date(from).toISOString(),
    to: new Date(now).toISOString(),
    bucketSeconds,
    totals: addUp(current),
    buckets: Array.from({ length: buckets }, (_, bucket) => {
      const at = from + bucket * bucketMs;
      const sums = byBucket.get(at) ?? [];
      return {
        at: new Date(at).toISOString(),
        payments: add(sums, "payments"),
        approved: add(sums, "approved"),
        declined: add(sums, "declined"),
        volume: addVolumes(sums),
      };
    }),
    previous: addUp(previous),
  };
}

type PeriodSums = { sums: PaymentTotals[]; opened: number };

async function readPeriod(
  caller: MemberCaller,
  { from, to, bucketSeconds }: { from: number; to: number; bucketSeconds: number },
): Promise<PeriodSums> {
  const start = new Date(from);
  const ids = {
    atOrAfter: firstIdAt("payment", start),
    // Those of this millisecond are in.
    before: firstIdAt("payment", new Date(to + 1)),
  };
  const [sums, opened] = await Promise.all([
    sumPayments(caller, { ...ids, start, bucketSeconds }),
    countOpened(caller, ids),
  ]);
  return { sums, opened };
}

function addUp({ sums, opened }: PeriodSums): OverviewTotals {
  const payments = add(sums, "payments");
  const approved = add(sums, "approved");
  const declined = add(sums, "declined");
  const decided = approved + declined;
  return {
    payments,
    approved,
    declined,
    pending: payments - decided,
    approvalRate: decided === 0 ? null : approved / decided,
    sealed: add(sums, "sealed"),
    escrowed: add(sums, "escrowed"),
    opened,
    volume: addVolumes(sums),
  };
}

type Figure = Exclude<keyof PaymentTotals, "currency" | "at">;

function add(sums: PaymentTotals[], figure: Figure): number {
  return sums.reduce((sum, row) => sum + row[figure], 0);
}

/** In the order of the currencies' codes, those with nothing taken left out. */
function addVolumes(sums: PaymentTotals[]): Volume {
  const taken = Map.groupBy(
    sums.filter(({ approved }) => approved > 0),
    ({ currency }) => currency,
  );
  return [...taken]
    .map(([currency, rows]) => ({ currency, amount: add(rows, "volume") }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

const HOUR = 60 * 60;

/** Buckets begin at full hours and days of UTC; the last of them is the one under way. */
export const rangeLayouts: Record<OverviewRange, { bucketSeconds: number; buckets: number }> = {
  "24h": { bucketSeconds: HOUR, buckets: 24 },
  "7d": { bucketSeconds: 6 * HOUR, buckets: 28 },
  "30d": { bucketSeconds: 24 * HOUR, buckets: 30 },
};

/** The steps of an integration, ticked by what is in the database. */
export async function getSetup({ caller }: { caller: MemberCaller }): Promise<Setup> {
  const times = await selectSetupTimes(caller);
  return {
    steps: setupSteps.map((name) => {
      const doneAt = times[name]?.toISOString() ?? null;
      return { name, done: doneAt !== null, doneAt };
    }),
  };
}
