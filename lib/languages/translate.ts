import type { german } from "./german.ts";
import type { Language } from "./language.ts";

type German = typeof german;

/** An English sentence of the wallet. The German catalog has all of them, so one that it lacks is a type error. */
export type Sentence = keyof German;

/** A sentence without placeholders. */
export type PlainSentence = {
  [S in Sentence]: NamesOf<S> extends never ? (German[S] extends string ? S : never) : never;
}[Sentence];

/** A sentence that counts something: its English plural. */
export type CountedSentence = {
  [S in Sentence]: German[S] extends string ? never : S;
}[Sentence];

/** A sentence with placeholders that counts nothing. */
export type PartedSentence = Exclude<Sentence, PlainSentence | CountedSentence>;

/** The forms of a sentence that a language tells apart by a number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Every sentence in another language: `satisfies Catalog`. */
export type Catalog = { readonly [S in Sentence]: German[S] extends string ? string : PluralForms };

/** `{count}` and `{total}` of "Opening {count} of {total}". */
export type NamesOf<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesOf<Rest>
  : never;

type Value = string | number;
type Values<Names extends string> = [Names] extends [never] ? [] : [Readonly<Record<Names, Value>>];

export type Translate = {
  /** A sentence in the reader's language. Numbers among the values are written as that language writes them. */
  <S extends Exclude<Sentence, CountedSentence>>(
    sentence: S,
    ...values: Values<NamesOf<S>>
  ): string;
  /** The same for a sentence that counts: `{count}` is the number, and `one` is English for a single one. */
  count<S extends CountedSentence>(
    count: number,
    one: string,
    many: S,
    ...values: Values<Exclude<NamesOf<S>, "count">>
  ): string;
  /** The sentence at its placeholders: text and names by turns, beginning with text. */
  split(sentence: PartedSentence): string[];
  /** A label within a sentence: "Copy receipt number". German nouns keep their capital. */
  inSentence(label: string): string;
  language: Language;
};

/** Without a catalog it is English: the sentences as they are. */
export function createTranslate(language: Language, catalog?: Catalog): Translate {
  const numbers = new Intl.NumberFormat(language === "en" ? "en-US" : language);
  const rules = new Intl.PluralRules(language);
  const write = (value: Value) => (typeof value === "number" ? numbers.format(value) : value);
  const fill = (text: string, values: Readonly<Record<string, Value>> = {}) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return value === undefined ? whole : write(value);
    });
  const known: Readonly<Record<string, string | PluralForms>> | undefined = catalog;

  function translate(sentence: string, values?: Record<string, Value>): string {
    const found = known?.[sentence];
    return fill(typeof found === "string" ? found : sentence, values);
  }

  function count(
    number: number,
    one: string,
    many: string,
    values?: Record<string, Value>,
  ): string {
    const forms = known?.[many] ?? { one, other: many };
    const text = typeof forms === "string" ? forms : (forms[rules.select(number)] ?? forms.other);
    return fill(text, { ...values, count: number });
  }

  return Object.assign(translate, {
    count,
    split: (sentence: string) => translate(sentence).split(/\{(\w+)\}/),
    inSentence: language === "de" ? (label: string) => label : lowerFirst,
    language,
  });
}

/** "API key" and "URL" stay as they are. */
function lowerFirst(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** English, for what is read outside the wallet. */
export const english: Translate = createTranslate("en");
