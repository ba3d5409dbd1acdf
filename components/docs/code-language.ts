import { readSiteData, writeSiteData } from "#lib/browser/site-data.ts";

const KEY = "sealslip.docs-language";

const listeners = new Set<() => void>();

/** The language of code that the reader chose last, on any page. */
export function readCodeLanguage(): string | null {
  return readSiteData("localStorage", KEY);
}

export function chooseCodeLanguage(language: string): void {
  writeSiteData("localStorage", KEY, language);
  for (const listener of listeners) listener();
}

export function subscribeToCodeLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
