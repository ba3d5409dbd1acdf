import { useSyncExternalStore } from "react";

const words = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
const dates = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * "just now", "5 minutes ago", "in 3 days"; a date if that says more. The past counts whole units, the future
 * rounds: a week from now is "in 7 days" a minute later, too. Milliseconds since 1970.
 */
export function formatRelativeTime(at: number, now: number, dateFormat = dates): string {
  const ahead = at - now;
  const distance = Math.abs(ahead);
  const count = ahead > 0 ? Math.round : Math.trunc;
  if (distance < MINUTE) return ahead > MINUTE / 2 ? "in a moment" : "just now";
  if (distance < HOUR) return words.format(count(ahead / MINUTE), "minute");
  if (distance < DAY) return words.format(count(ahead / HOUR), "hour");
  if (distance < 14 * DAY) return words.format(count(ahead / DAY), "day");
  return dateFormat.format(at);
}

const STEP_MS = 30_000;

/** The time in milliseconds, updated every half minute, the same everywhere on the page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readStep, readStep);
}

function subscribe(onStep: () => void): () => void {
  const timer = setInterval(onStep, 1000);
  return () => clearInterval(timer);
}

// Coarse, so that a page full of times renders twice a minute, not constantly.
function readStep(): number {
  return Math.floor(Date.now() / STEP_MS) * STEP_MS;
}
