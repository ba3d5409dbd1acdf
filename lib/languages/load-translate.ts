import { createTranslate } from "./create-translate.ts";
import type { Language } from "./language.ts";
import { type Catalog, english, type Translate } from "./translate.ts";

/** Each is a file of its own, which only its readers fetch. */
const catalogs: Record<Exclude<Language, "en">, () => Promise<Catalog>> = {
  de: async () => (await import("./german.ts")).german,
};

const loaded = new Map<Language, Promise<Translate>>();

/** The same promise each time, as React's `use` asks. Where the catalog cannot be fetched, it is English until the next reload. */
export function loadTranslate(language: Language): Translate | Promise<Translate> {
  if (language === "en") return english;
  const known = loaded.get(language);
  if (known) return known;

  const loading = catalogs[language]().then(
    (catalog) => createTranslate(language, catalog),
    () => english,
  );
  loaded.set(language, loading);
  return loading;
}
