"use client";

import { formatRelativeTime, useNow } from "./relative-time.ts";
import { useTimeFormats } from "./time-settings.ts";

type TimeProps = {
  /** ISO 8601. */
  at: string;
  /** `relative` with the exact time as its title, or the other way round. */
  as?: "relative" | "exact";
};

/** A moment, in the zone and the form that the reader has chosen. */
export function Time({ at, as = "relative" }: TimeProps) {
  const now = useNow();
  const formats = useTimeFormats();
  const moment = new Date(at);
  const relative = formatRelativeTime(moment.getTime(), now, formats.date);
  const exact = formats.exact.format(moment);
  return (
    <time
      dateTime={at}
      title={as === "relative" ? exact : relative}
      className="md:whitespace-nowrap tabular-nums"
      // The server is in another time zone, and renders a little earlier.
      suppressHydrationWarning
    >
      {as === "relative" ? relative : exact}
    </time>
  );
}

/** With seconds: calls within one minute must be distinguishable. */
export function ClockTime({ at }: { at: string }) {
  const now = useNow();
  const { day, clock, date, exact } = useTimeFormats();
  const moment = new Date(at);
  return (
    <time
      dateTime={at}
      title={`${exact.format(moment)}, ${formatRelativeTime(moment.getTime(), now, date)}`}
      className="md:whitespace-nowrap tabular-nums"
    >
      <span className="text-muted">{day.format(moment)}</span> {clock.format(moment)}
    </time>
  );
}
