import type { MemberCaller } from "#lib/core/caller.ts";
import { countInEscrow } from "#lib/escrow/get.ts";
import type { IssuerOverview, IssuerTotals, OverviewRange } from "./contract.ts";
import { rangeLayouts } from "./overview.ts";
import {
  type Counted,
  type CountedGrants,
  countCardholders,
  countGrants,
  countOpenedReceipts,
  countRegistered,
  countSealed,
} from "./store-issuer.ts";

/** Figures of the range up to now, and of as long a time one range before. */
export async function getIssuerOverview({
  caller,
  range,
}: {
  caller: MemberCaller;
  range: OverviewRange;
}): Promise<IssuerOverview> {
  const { bucketSeconds, buckets } = rangeLayouts[range];
  const bucketMs = bucketSeconds * 1000;
  const now = Date.now();
  const from = (Math.floor(now / bucketMs) - buckets + 1) * bucketMs;
  const earlier = buckets * bucketMs;

  const [cardholders, inEscrow, current, previous] = await Promise.all([
    countCardholders(caller),
    countInEscrow(caller.environment),
    readPeriod(caller, { from, to: now, bucketSeconds }),
    readPeriod(caller, { from: from - earlier, to: now - earlier, bucketSeconds }),
  ]);
  return {
    range,
    from: new Date(from).toISOString(),
    to: new Date(now).toISOString(),
    bucketSeconds,
    cardholders,
    inEscrow,
    totals: addUp(current),
    buckets: Array.from({ length: buckets }, (_, bucket) => {
      const at = from + bucket * bucketMs;
      return { at: new Date(at).toISOString(), ...pickBucket(current, at) };
    }),
    previous: addUp(previous),
  };
}

type PeriodFigures = {
  registered: Counted[];
  sealed: Counted[];
  grants: CountedGrants[];
  opened: number;
};

async function readPeriod(
  caller: MemberCaller,
  { from, to, bucketSeconds }: { from: number; to: number; bucketSeconds: number },
): Promise<PeriodFigures> {
  // Those of this millisecond are in.
  const period = { from: new Date(from), to: new Date(to + 1), bucketSeconds };
  const [registered, sealed, grants, opened] = await Promise.all([
    countRegistered(caller, period),
    countSealed(caller, period),
    countGrants(caller, period),
    countOpenedReceipts(caller, period),
  ]);
  return { registered, sealed, grants, opened };
}

function addUp({ registered, sealed, grants, opened }: PeriodFigures): IssuerTotals {
  return { ...figuresOf({ registered, sealed, grants }), opened };
}

function pickBucket({ registered, sealed, grants }: PeriodFigures, at: number) {
  const begins = (row: { at: Date }) => row.at.getTime() === at;
  return figuresOf({
    registered: registered.filter(begins),
    sealed: sealed.filter(begins),
    grants: grants.filter(begins),
  });
}

function figuresOf({ registered, sealed, grants }: Omit<PeriodFigures, "opened">) {
  const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);
  return {
    registered: sum(registered.map(({ count }) => count)),
    sealed: sum(sealed.map(({ count }) => count)),
    grantsUsed: sum(grants.map(({ used }) => used)),
    grantsExpired: sum(grants.map(({ expired }) => expired)),
  };
}
