import { useSyncExternalStore } from "react";
import { useLanguageChoice } from "#components/ui/use-language-choice.ts";
import { pickLocale } from "#lib/core/locale.ts";
import { listLocales } from "#lib/languages/language.ts";

/** The reader's language and region for dates and amounts, in the wallet those of its language. */
export function useLocale(): string {
  const language = useLanguageChoice()?.language;
  return useSyncExternalStore(
    listen,
    () => pickLocale(language ? listLocales(navigator.languages, language) : navigator.languages),
    () => (language === undefined || language === "en" ? "en-US" : language),
  );
}

function listen(changed: () => void): () => void {
  window.addEventListener("languagechange", changed);
  return () => window.removeEventListener("languagechange", changed);
}
