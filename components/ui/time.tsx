"use client";

import { formatRelativeTime } from "./format-relative-time.ts";
import { useNow } from "./use-now.ts";

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
