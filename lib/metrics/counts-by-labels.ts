/** The count under one set of label values. */
type Count = {
  count: number;
  /** Of the observations. */
  sum: number;
  /** How many observations fell into each bucket, without those of lower buckets. */
  buckets: number[];
};

/** The maximum number of label sets with a count of their own. */
export const MAX_SERIES = 2_000;
/** The value of each label for the sets beyond that. */
const OTHER = "other";

/** No label value contains it. */
const SEPARATOR = "\n";

/** The counts of one metric by the values of its labels. */
export class CountsByLabels {
  readonly #labels: readonly string[];
  readonly #counts = new Map<string, Count>();

  constructor(labels: readonly string[]) {
    this.#labels = labels;
    // A rate needs a zero to begin with.
    if (labels.length === 0) this.at([]);
  }

  at(values: readonly string[]): Count {
    const key = values.length === 1 ? (values[0] ?? "") : values.join(SEPARATOR);
    return this.#counts.get(key) ?? this.#open(key);
  }

  /** In the order of their first use. */
  list(): { labels: Record<string, string>; count: Count }[] {
    return [...this.#counts].map(([key, count]) => ({ labels: this.#readLabels(key), count }));
  }

  #open(key: string): Count {
    const hasRoom = this.#counts.size < MAX_SERIES;
    const own = hasRoom ? key : this.#labels.map(() => OTHER).join(SEPARATOR);
    const opened = this.#counts.get(own) ?? { count: 0, sum: 0, buckets: [] };
    this.#counts.set(own, opened);
    return opened;
  }

  #readLabels(key: string): Record<string, string> {
    const values = key.split(SEPARATOR);
    return Object.fromEntries(this.#labels.map((label, place) => [label, values[place] ?? ""]));
  }
}
