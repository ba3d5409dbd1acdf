import { useSyncExternalStore } from "react";
import { readSiteData, writeSiteData } from "#lib/browser/site-data.ts";
import { textOf } from "#lib/client/send-request.ts";

/** The reader's format of dates and times; undefined means the browser's default. */
export type TimeSettings = { timeZone: string | undefined; locale: string | undefined };

const KEY = "sealslip.times";

export function readTimeSettings(): TimeSettings {
  return parse(readText());
}

export function chooseTimeSettings(settings: TimeSettings): void {
  writeSiteData("localStorage", KEY, JSON.stringify(settings));
  for (const tell of listeners) tell();
}

export function useTimeSettings(): TimeSettings {
  return parse(useText());
}

export type TimeFormats = {
  /** With the name of the zone. */
  exact: Intl.DateTimeFormat;
  /** The same without it, for lists that name the zone once. */
  listed: Intl.DateTimeFormat;
  date: Intl.DateTimeFormat;
  day: Intl.DateTimeFormat;
  clock: Intl.DateTimeFormat;
};

export function useTimeFormats(): TimeFormats {
  return formatsOf(useText());
}

const listeners = new Set<() => void>();

function useText(): string {
  return useSyncExternalStore(subscribe, readText, () => "");
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  // Another tab may have changed them.
  window.addEventListener("storage", onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener("storage", onChange);
  };
}

function readText(): string {
  return typeof window === "undefined" ? "" : (readSiteData("localStorage", KEY) ?? "");
}

function parse(text: string): TimeSettings {
  try {
    const kept: unknown = JSON.parse(text || "{}");
    const settings = { timeZone: textOf(kept, "timeZone"), locale: textOf(kept, "locale") };
    // Throws a RangeError for values that this browser does not know.
    makeFormats(settings);
    return settings;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return { timeZone: undefined, locale: undefined };
  }
}

const formats = new Map<string, TimeFormats>();

// A page has hundreds of times, and a format is slow to make.
function formatsOf(text: string): TimeFormats {
  const known = formats.get(text) ?? makeFormats(parse(text));
  formats.set(text, known);
  return known;
}

function makeFormats({ timeZone, locale = "en-US" }: TimeSettings): TimeFormats {
  const make = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, ...(timeZone ? { timeZone } : {}) });
  const monthAndDay = { month: "short", day: "numeric" } as const;
  const time = { hour: "numeric", minute: "2-digit", second: "2-digit" } as const;
  return {
    exact: make({ year: "numeric", ...monthAndDay, ...time, timeZoneName: "short" }),
    listed: make({ year: "numeric", ...monthAndDay, ...time }),
    date: make({ dateStyle: "medium" }),
    day: make(monthAndDay),
    clock: make({ ...time, hour: "2-digit", hourCycle: "h23" }),
  };
}
