import type { MemberCaller } from "#lib/auth/caller.ts";
import type {
  Overview,
  OverviewRange,
  OverviewTotals,
  Volume,
} from "#lib/contract/console-overview.ts";
import { firstIdAt } from "#lib/ids/create-id.ts";
import { countOpened, type PaymentTotals, sumPayments } from "#lib/storage/payment-totals.ts";
import { rangeLayouts } from "./range-layout.ts";

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
