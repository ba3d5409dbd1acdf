import { useSyncExternalStore } from "react";
import { pickLocale } from "#lib/core/locale.ts";

/** The reader's language and region; en-US until the browser has been asked. */
export function useLocale(): string {
  return useSyncExternalStore(
    listen,
    () => pickLocale(navigator.languages),
    () => "en-US",
  );
}

function listen(changed: () => void): () => void {
  window.addEventListener("languagechange", changed);
  return () => window.removeEventListener("languagechange", changed);
}
