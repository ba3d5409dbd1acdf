import type { MemberCaller } from "#lib/core/caller.ts";
import { sumPayments } from "#lib/payments/sum.ts";
import {
  type Overview,
  type OverviewRange,
  type OverviewTotals,
  type Setup,
  setupSteps,
  type Volume,
} from "./contract.ts";
import { layOutRange } from "./range.ts";
import { selectSetupTimes } from "./store.ts";

/** Figures of the range up to now, and of a range of the same length before it. */
export async function getOverview({
  caller,
  range,
}: {
  caller: MemberCaller;
  range: OverviewRange;
}): Promise<Overview> {
  const { current, previous, bucketStarts } = layOutRange(range);
  const [sums, earlier] = await Promise.all([
    sumPayments(caller, current),
    sumPayments(caller, previous),
  ]);
  const byBucket = Map.groupBy(sums, ({ at }) => at.getTime());
  return {
    range,
    ...current,
    totals: addUp(sums),
    buckets: bucketStarts.map((at) => {
      const own = byBucket.get(at.getTime()) ?? [];
      return {
        at,
        payments: add(own, "payments"),
        approved: add(own, "approved"),
        declined: add(own, "declined"),
        volume: addVolumes(own),
      };
    }),
    previous: addUp(earlier),
  };
}

type PaymentSums = Awaited<ReturnType<typeof sumPayments>>[number];

function addUp(sums: PaymentSums[]): OverviewTotals {
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
    opened: add(sums, "opened"),
    volume: addVolumes(sums),
  };
}

type Figure = Exclude<keyof PaymentSums, "currency" | "at">;

function add(sums: PaymentSums[], figure: Figure): number {
  return sums.reduce((sum, row) => sum + row[figure], 0);
}

/** In the order of the currencies' codes, without currencies that had no charges. */
function addVolumes(sums: PaymentSums[]): Volume {
  const charged = Map.groupBy(
    sums.filter(({ approved }) => approved > 0),
    ({ currency }) => currency,
  );
  return [...charged]
    .map(([currency, rows]) => ({
      currency,
      amount: add(rows, "amount"),
      count: add(rows, "approved"),
    }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** The steps of an integration, checked off by the data in the database. */
export async function getSetup({ caller }: { caller: MemberCaller }): Promise<Setup> {
  const times = await selectSetupTimes(caller);
  return {
    steps: setupSteps.map((name) => {
      const doneAt = times[name];
      return { name, done: doneAt !== null, doneAt };
    }),
  };
}
