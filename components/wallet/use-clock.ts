import { useSyncExternalStore } from "react";
import { createDayOf } from "./day-groups.ts";

/** The reader's time zone, as the browser knows it. */
export function useTimeZone(): string {
  return useSyncExternalStore(
    listen,
    () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
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
