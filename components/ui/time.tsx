"use client";

import { formatRelativeTime, useNow } from "./relative-time.ts";

type TimeProps = {
  /** ISO 8601. */
  at: string;
  /** `relative` with the exact time as its title, or the other way round. */
  as?: "relative" | "exact";
};

/** A moment, in the reader's own time zone. */
export function Time({ at, as = "relative" }: TimeProps) {
  const now = useNow();
  const relative = formatRelativeTime(new Date(at).getTime(), now);
  const exact = exactFormat.format(new Date(at));
  return (
    <time
      dateTime={at}
      title={as === "relative" ? exact : relative}
      className="whitespace-nowrap tabular-nums"
      // The server stands in another time zone, and a little earlier.
      suppressHydrationWarning
    >
      {as === "relative" ? relative : exact}
    </time>
  );
}

const exactFormat = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeStyle: "medium",
});

/** With seconds: calls within one minute must be distinguishable. */
export function ClockTime({ at }: { at: string }) {
  const now = useNow();
  const moment = new Date(at);
  return (
    <time
      dateTime={at}
      title={formatRelativeTime(moment.getTime(), now)}
      className="whitespace-nowrap tabular-nums"
    >
      <span className="text-muted">{days.format(moment)}</span> {clock.format(moment)}
    </time>
  );
}

const days = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const clock = new Intl.DateTimeFormat("en-US", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
