import { createContext, use } from "react";
import { english, type Translate } from "#lib/languages/translate.ts";

/** The language of a page. English everywhere but in the wallet, which provides its own. */
export const TranslateContext = createContext<Translate>(english);

export function useTranslate(): Translate {
  return use(TranslateContext);
}
