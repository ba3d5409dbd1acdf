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
import { layOutRange, type Period } from "./range.ts";
import { type PaymentSums, selectOpenings, selectSetupTimes, sumPayments } from "./store.ts";

/** Figures of the range up to now, and of a range of the same length before it. */
export async function getOverview({
  caller,
  range,
}: {
  caller: MemberCaller;
  range: OverviewRange;
}): Promise<Overview> {
  const { current, previous, bucketStarts } = layOutRange(range);
  const [figures, earlier] = await Promise.all([
    readPeriod(caller, current),
    readPeriod(caller, previous),
  ]);
  const byBucket = Map.groupBy(figures.sums, ({ at }) => at.getTime());
  return {
    range,
    ...current,
    totals: addUp(figures),
    buckets: bucketStarts.map((at) => {
      const sums = byBucket.get(at.getTime()) ?? [];
      return {
        at,
        payments: add(sums, "payments"),
        approved: add(sums, "approved"),
        declined: add(sums, "declined"),
        volume: addVolumes(sums),
      };
    }),
    previous: addUp(earlier),
  };
}

type PeriodFigures = { sums: PaymentSums[]; opened: number };

async function readPeriod(
  caller: MemberCaller,
  { from, to, bucketSeconds }: Period,
): Promise<PeriodFigures> {
  const ids = {
    atOrAfter: firstIdAt("payment", from),
    // Payments of this very millisecond are included.
    before: firstIdAt("payment", new Date(to.getTime() + 1)),
  };
  const [sums, { opened }] = await Promise.all([
    sumPayments(caller, { ...ids, start: from, bucketSeconds }),
    selectOpenings(caller, ids),
  ]);
  return { sums, opened };
}

function addUp({ sums, opened }: PeriodFigures): OverviewTotals {
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

type Figure = Exclude<keyof PaymentSums, "currency" | "at">;

function add(sums: PaymentSums[], figure: Figure): number {
  return sums.reduce((sum, row) => sum + row[figure], 0);
}

/** In the order of the currencies' codes, without those in which nothing was charged. */
function addVolumes(sums: PaymentSums[]): Volume {
  const charged = Map.groupBy(
    sums.filter(({ approved }) => approved > 0),
    ({ currency }) => currency,
  );
  return [...charged]
    .map(([currency, rows]) => ({ currency, amount: add(rows, "amount") }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** The steps of an integration, ticked off by what is in the database. */
export async function getSetup({ caller }: { caller: MemberCaller }): Promise<Setup> {
  const times = await selectSetupTimes(caller);
  return {
    steps: setupSteps.map((name) => {
      const doneAt = times[name];
      return { name, done: doneAt !== null, doneAt };
    }),
  };
}
