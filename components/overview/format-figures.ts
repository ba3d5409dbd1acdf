import { exponentOf } from "#lib/money/currencies.ts";
import { formatMoney } from "#lib/money/format-money.ts";

// From here on a sum is told in short: it would not fit where it stands.
const LONG = 10_000_000;

export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** A share from 0 to 1, as "96.2%". */
export function formatShare(share: number): string {
  return shares.format(share);
}

/** `amount` in the currency's smallest unit. */
export function formatVolume(amount: number, currency: string): string {
  const units = amount / 10 ** exponentOf(currency);
  return units < LONG ? formatMoney({ amount, currency }, "en-US") : formatShort(units, currency);
}

/** The same for the axis of a chart: "$1.2K". */
export function formatTick(amount: number, currency: string): string {
  return formatShort(amount / 10 ** exponentOf(currency), currency);
}

function formatShort(units: number, currency: string): string {
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  }).format(units);
}

const shares = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });
