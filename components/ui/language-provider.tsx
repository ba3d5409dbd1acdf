"use client";

import { type ReactNode, startTransition, use, useEffect, useState } from "react";
import { keepLanguage } from "#lib/browser/language.ts";
import type { Language } from "#lib/languages/language.ts";
import { loadTranslate } from "#lib/languages/load-translate.ts";
import { LanguageChoiceContext } from "./use-language-choice.ts";
import { TranslateContext } from "./use-translate.ts";

type LanguageProviderProps = {
  /** As the server has rendered the page. */
  language: Language;
  children: ReactNode;
};

/** A part of the site that speaks the reader's language. Until its catalog is here, the server's page stays. */
export function LanguageProvider({ language: given, children }: LanguageProviderProps) {
  const [language, setLanguage] = useState(given);
  const loaded = loadTranslate(language);
  const t = "then" in loaded ? use(loaded) : loaded;
  // The document may have begun with a page in another language.
  useEffect(() => {
    document.documentElement.lang = t.language;
    return () => {
      document.documentElement.lang = "en";
    };
  }, [t]);

  function choose(chosen: Language): void {
    keepLanguage(chosen);
    startTransition(() => setLanguage(chosen));
  }
  return (
    <LanguageChoiceContext value={{ language, choose }}>
      <TranslateContext value={t}>{children}</TranslateContext>
    </LanguageChoiceContext>
  );
}
