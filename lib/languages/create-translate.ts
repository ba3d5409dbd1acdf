import type { Language } from "./language.ts";
import { type Catalog, fill, lowerFirst, type PluralForms, type Translate } from "./translate.ts";

/** Into the language of a catalog, which writes numbers and tells plurals apart in its own way. */
export function createTranslate(language: Language, catalog: Catalog): Translate {
  const known: Readonly<Record<string, string | PluralForms>> = catalog;
  const rules = new Intl.PluralRules(language);

  function find(sentence: string, count: number): string {
    const found = known[sentence] ?? sentence;
    return typeof found === "string" ? found : (found[rules.select(count)] ?? found.other);
  }

  type Values = Readonly<Record<string, string | number>>;
  return Object.assign(
    (sentence: string, values?: Values) => fill(find(sentence, 0), values, language),
    {
      count: (count: number, _one: string, many: string, values?: Values) =>
        fill(find(many, count), { ...values, count }, language),
      inSentence: language === "de" ? (label: string) => label : lowerFirst,
      language,
    },
  );
}
