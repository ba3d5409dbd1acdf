import { useSyncExternalStore } from "react";
import { readSiteData, writeSiteData } from "#lib/browser/site-data.ts";

const KEY = "sealslip.docs-language";

const listeners = new Set<() => void>();

/** The language of code that the reader chose last, on any page. */
export function useCodeLanguage(): [string | null, (language: string) => void] {
  return [useSyncExternalStore(subscribe, read, () => null), choose];
}

function read(): string | null {
  return readSiteData("localStorage", KEY);
}

function choose(language: string): void {
  writeSiteData("localStorage", KEY, language);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
