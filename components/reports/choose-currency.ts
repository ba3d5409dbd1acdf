import { exponentOf } from "#lib/core/money.ts";
import type { MerchantReport } from "./use-overview.ts";

type Volume = MerchantReport["totals"]["volume"];

/**
 * The currency whose volume is shown: the one that is asked for, else the one that was taken in the
 * most stretches of time, since amounts of different currencies do not compare. Among equals the
 * larger number goes first: it is a guess, and another choice is one click.
 */
export function chooseCurrency(
  { totals, buckets }: Pick<MerchantReport, "totals" | "buckets">,
  requested: string,
): string | undefined {
  const currencies = totals.volume.map(({ currency }) => currency);
  const counts = new Map<string, number>();
  for (const { currency } of buckets.flatMap(({ volume }) => volume)) {
    counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  const likely = totals.volume.toSorted(
    (a, b) =>
      (counts.get(b.currency) ?? 0) - (counts.get(a.currency) ?? 0) || toUnits(b) - toUnits(a),
  );
  return currencies.find((currency) => currency === requested) ?? likely[0]?.currency;
}

export function volumeOf(volume: Volume, currency: string | undefined): number {
  return volume.find((sum) => sum.currency === currency)?.amount ?? 0;
}

function toUnits({ amount, currency }: Volume[number]): number {
  return amount / 10 ** exponentOf(currency);
}
