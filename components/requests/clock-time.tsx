"use client";

import { formatRelativeTime } from "#components/ui/format-relative-time.ts";
import { useNow } from "#components/ui/use-now.ts";

/** The second at which something came in: calls of one minute have to be told apart. */
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
