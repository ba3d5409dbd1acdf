/** What is counted under one set of label values. */
type Count = {
  count: number;
  /** Of what was observed. */
  sum: number;
  /** How many observations were at most each bound, those of lower bounds left out. */
  buckets: number[];
};

/** So many sets of label values have a count of their own. */
export const MAX_SERIES = 2_000;
/** The value of each label for those that come later. */
const OTHER = "other";

/** No value of ours has one. */
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

  /** Those of the first sets first. */
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
