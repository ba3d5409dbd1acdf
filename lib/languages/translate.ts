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
type CountedSentence = {
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
  /** With its placeholders as they are. */
  (sentence: PartedSentence, values: undefined): string;
  /** The same for a sentence that counts: `{count}` is the number, and `one` is English for a single one. */
  count<S extends CountedSentence>(
    count: number,
    one: string,
    many: S,
    ...values: Values<Exclude<NamesOf<S>, "count">>
  ): string;
  /** A label within a sentence: "Copy receipt number". German nouns keep their capital. */
  inSentence(label: string): string;
  language: Language;
};

type Filled = Readonly<Record<string, Value>>;

/** The text with its values in place of their names. Small, since every page of the site has it. */
export function fill(text: string, values: Filled = {}, locale = "en-US"): string {
  return text.replace(
    /\{(\w+)\}/g,
    (whole, name: string) => values[name]?.toLocaleString(locale) ?? whole,
  );
}

/** "API key" and "URL" stay as they are. */
export function lowerFirst(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** The sentences as they are: for what is read outside the wallet, and where no catalog has come. */
export const english: Translate = Object.assign(
  (sentence: string, values?: Filled) => fill(sentence, values),
  {
    count: (count: number, one: string, many: string, values?: Filled) =>
      fill(count === 1 ? one : many, { ...values, count }),
    inSentence: lowerFirst,
    language: "en" as const,
  },
);
