import { exponentOf } from "#lib/core/money.ts";
import type { MerchantReport } from "./use-overview.ts";

type Volume = MerchantReport["totals"]["volume"];

/**
 * The currency whose volume is shown: the requested one, or the one of most payments, since amounts of
 * different currencies cannot be compared. Among equals the larger number wins: it is a guess, and another
 * choice is one click.
 */
export function chooseCurrency(volume: Volume, requested: string): string | undefined {
  const currencies = volume.map(({ currency }) => currency);
  const [likely] = volume.toSorted((a, b) => b.count - a.count || toUnits(b) - toUnits(a));
  return currencies.find((currency) => currency === requested) ?? likely?.currency;
}

export function volumeOf(volume: Volume, currency: string | undefined): number {
  return volume.find((sum) => sum.currency === currency)?.amount ?? 0;
}

function toUnits({ amount, currency }: Volume[number]): number {
  return amount / 10 ** exponentOf(currency);
}
