import { useSyncExternalStore } from "react";

const KEY = "docs-language";

const listeners = new Set<() => void>();
/** Where the browser stores nothing, the choice holds for this page. */
let chosen: string | undefined;

/** The language that the reader chose last, on any page. */
export function useCodeLanguage(): [string | undefined, (language: string) => void] {
  const language = useSyncExternalStore(subscribe, read, () => undefined);
  return [language, choose];
}

function read(): string | undefined {
  if (chosen !== undefined) return chosen;
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function choose(language: string): void {
  chosen = language;
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // It is not remembered, and nothing else is lost.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
