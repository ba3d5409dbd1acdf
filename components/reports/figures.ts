import { exponentOf, formatMoney } from "#lib/core/money.ts";

// A longer sum is abbreviated: it would not fit on a phone.
const MAX_LENGTH = "$9,999,999.99".length;

export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** A share from 0 to 1, as "96.2%". */
export function formatShare(share: number): string {
  return shares.format(share);
}

/** `amount` in the currency's smallest unit. */
export function formatVolume(amount: number, currency: string): string {
  const text = formatMoney({ amount, currency }, "en-US");
  return text.length > MAX_LENGTH ? formatTick(amount, currency) : text;
}

/** The same for the axis of a chart: "$1.2K". */
export function formatTick(amount: number, currency: string): string {
  const units = amount / 10 ** exponentOf(currency);
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  }).format(units);
}

const shares = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });

export type Change =
  /** There was nothing before, so there is no ratio. */
  { kind: "new" } | { kind: "none" } | { kind: "same" } | { kind: "up" | "down"; text: string };

/** The change of a count or a sum since the previous period. */
export function compareCounts(now: number, before: number): Change {
  if (before === 0) return { kind: now === 0 ? "none" : "new" };
  const share = (now - before) / before;
  return toChange(share, formatChange(Math.abs(share)));
}

/** The change of a share from 0 to 1, in percentage points; null if there was none. */
export function compareShares(now: number | null, before: number | null): Change {
  if (now === null) return { kind: "none" };
  if (before === null) return { kind: "new" };
  const points = oneDigit.format(Math.abs(now - before) * 100);
  // A change that the displayed figures do not show is none.
  if (points === "0") return { kind: "same" };
  return toChange(now - before, points === "1" ? "1 point" : `${points} points`);
}

function toChange(difference: number, text: string): Change {
  if (difference === 0) return { kind: "same" };
  return { kind: difference > 0 ? "up" : "down", text };
}

// 12.34 % is more precise than the figures, and 0 % would be wrong.
function formatChange(share: number): string {
  if (share >= 10) return `${oneDigit.format(share + 1)}×`;
  if (share < 0.001) return "under 0.1%";
  return share < 0.1 ? oneDigitPercent.format(share) : percent.format(share);
}

const oneDigit = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat("en-US", { style: "percent" });
const oneDigitPercent = new Intl.NumberFormat("en-US", {
  style: "percent",
  maximumFractionDigits: 1,
});
