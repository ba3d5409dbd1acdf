import { useSyncExternalStore } from "react";
import { chooseCodeLanguage, readCodeLanguage, subscribeToCodeLanguage } from "./code-language.ts";

/** The language of code that the reader chose last, on any page. */
export function useCodeLanguage(): [string | null, (language: string) => void] {
  const chosen = useSyncExternalStore(subscribeToCodeLanguage, readCodeLanguage, () => null);
  return [chosen, chooseCodeLanguage];
}
