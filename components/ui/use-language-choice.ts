import { createContext, use } from "react";
import type { Language } from "#lib/languages/language.ts";

type LanguageChoice = { language: Language; choose: (language: Language) => void };

export const LanguageChoiceContext = createContext<LanguageChoice | undefined>(undefined);

/** The language of a page that has several, and how to choose another; undefined where all is English. */
export function useLanguageChoice(): LanguageChoice | undefined {
  return use(LanguageChoiceContext);
}
