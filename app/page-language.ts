import { headers } from "next/headers";
import { type Language, PAGE_LANGUAGE_HEADER, parseLanguage } from "#lib/languages/language.ts";

/** The language of the page that is rendered, as the front door found it. */
export async function readPageLanguage(): Promise<Language> {
  return parseLanguage((await headers()).get(PAGE_LANGUAGE_HEADER)) ?? "en";
}
