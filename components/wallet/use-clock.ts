import { useSyncExternalStore } from "react";
import { createDayOf } from "#lib/core/calendar-day.ts";
import { findTimeZone } from "#lib/core/locale.ts";

/** The reader's time zone; UTC until the browser has been asked. */
export function useTimeZone(): string {
  return useSyncExternalStore(listen, findTimeZone, () => "UTC");
}

/** The reader's calendar day, also past midnight. */
export function useToday(timeZone: string): string {
  const read = () => createDayOf(timeZone)(new Date());
  return useSyncExternalStore(listen, read, read);
}

function listen(changed: () => void): () => void {
  const timer = setInterval(changed, 60_000);
  document.addEventListener("visibilitychange", changed);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", changed);
  };
}
