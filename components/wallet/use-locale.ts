import { useSyncExternalStore } from "react";

/** The reader's language and region; en-US until the browser has been asked. */
export function useLocale(): string {
  return useSyncExternalStore(
    listen,
    () => navigator.language,
    () => "en-US",
  );
}

function listen(changed: () => void): () => void {
  window.addEventListener("languagechange", changed);
  return () => window.removeEventListener("languagechange", changed);
}
