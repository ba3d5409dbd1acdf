import { holdsCardNumber } from "#lib/core/card-numbers.ts";
import {
  describeRange,
  isBackwards,
  type PeriodTexts,
  periodNames,
  readRange,
  toInstants,
} from "./date-range.ts";
import { readTimeSettings } from "./time-settings.ts";

/** The reading of a filter's text: a value for the API, nothing, or the reason why it is invalid. */
type Reading<Value> = { value?: Value | undefined; error?: string | undefined };

/** Reads one filter; `others` are all texts, for a filter that depends on another. */
type Reader<Value> = (text: string, others: Readonly<Record<string, string>>) => Reading<Value>;

type Readers = Readonly<Record<string, Reader<unknown>>>;

type ValueOf<R> = R extends Reader<infer Value> ? Value : never;

/** The filters of a page as they are in its address. An empty one is not set. */
type FilterTexts<R extends Readers> = Record<keyof R & string, string> & PeriodTexts;

/** By the filter that each belongs to. */
export type FilterErrors<Texts> = Partial<Record<keyof Texts, string>>;

export type FilterSet<R extends Readers> = {
  names: readonly (keyof FilterTexts<R>)[];
  none: FilterTexts<R>;
  /** The query of the filters, and their errors. `now` in milliseconds. */
  read: (
    filters: FilterTexts<R>,
    now: number,
  ) => {
    query: { [Name in keyof R]: ValueOf<R[Name]> | undefined } & { from?: string; to?: string };
    errors: FilterErrors<FilterTexts<R>>;
  };
  /** Whether all of them are valid. */
  areSound: (filters: FilterTexts<R>) => boolean;
  /** How many are set; a period counts once. */
  count: (filters: FilterTexts<R>) => number;
};

/** The filters of a page: the declared ones, and a period of time. */
export function defineFilters<const R extends Readers>(readers: R): FilterSet<R> {
  type Texts = FilterTexts<R>;
  const own = Object.keys(readers);
  const names = [...own, ...periodNames] as FilterSet<R>["names"];
  const filterSet: FilterSet<R> = {
    names,
    none: Object.fromEntries(names.map((name) => [name, ""])) as Texts,
    read(filters, now) {
      const range = readRange(filters);
      const readings = Object.entries(readers).map(
        ([name, read]) => [name, read(filters[name as keyof Texts], filters)] as const,
      );
      const values = readings.map(([name, { value }]) => [name, value]);
      const wrong = readings.flatMap(([name, { error }]) => (error ? [[name, error]] : []));
      return {
        query: {
          ...Object.fromEntries(values),
          ...toInstants(range, now, readTimeSettings().timeZone),
        },
        errors: {
          ...Object.fromEntries(wrong),
          ...(isBackwards(range) ? { to: "must not be before the first day" } : {}),
        },
      };
    },
    areSound: (filters) => Object.keys(filterSet.read(filters, 0).errors).length === 0,
    count: (filters) =>
      own.filter((name) => filters[name as keyof Texts].trim() !== "").length +
      (describeRange(readRange(filters)) === "" ? 0 : 1),
  };
  return filterSet;
}

/** Any text, trimmed. */
export function anyText(text: string): Reading<string> {
  if (holdsCardNumber(text, "reference")) return { error: "looks like a card number" };
  return { value: text.trim() || undefined };
}

/** One of these words. */
export function oneOf<const Value extends string>(values: readonly Value[]): Reader<Value> {
  return (text) => {
    const value = values.find((one) => one === text);
    return text === "" || value !== undefined ? { value } : { error: "must be one of these" };
  };
}
