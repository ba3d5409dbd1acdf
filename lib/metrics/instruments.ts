import { CountsByLabels } from "./counts-by-labels.ts";

/** A metric with its values, in the form that prom-client sums and prints. */
export type Sample = {
  name: string;
  help: string;
  type: string;
  /** How the values of several processes are combined, in prom-client's terms. */
  aggregator: string;
  values: SampleValue[];
};

export type SampleValue = {
  labels: Record<string, string | number>;
  value: number;
  /** Of a histogram, whose values have three names. */
  metricName?: string;
};

type Definition<Labels extends readonly string[]> = {
  name: `sealslip_${string}`;
  help: string;
  labels: Labels;
};

/** A value for each label, in their order. */
type LabelValues<Labels extends readonly string[]> = {
  readonly [Position in keyof Labels]: string;
};

/** A metric of this process. */
type Instrument = { series: CountsByLabels; read(): Sample };

/**
 * By a symbol, which resets of a test do not touch: metrics are declared once, when their module is loaded.
 * Shared with Next's bundle, which has modules of its own.
 */
const KEY = Symbol.for("sealslip metrics");
const processWide = globalThis as { [KEY]?: { isOn: boolean; all: Map<string, Instrument> } };
processWide[KEY] ??= { isOn: false, all: new Map() };
const metrics = processWide[KEY];

/** Without this call, nothing is counted. */
export function startCounting(): void {
  metrics.isOn = true;
}

export function stopCounting(): void {
  metrics.isOn = false;
}

export function isCounting(): boolean {
  return metrics.isOn;
}

/** The current value of every metric of this process. */
export function readMetrics(): Sample[] {
  return [...metrics.all.values()].map((instrument) => instrument.read());
}

/** Counts from the start of the process. */
export function counter<const Labels extends readonly string[]>(definition: Definition<Labels>) {
  const series = declare(definition, (own) => ({
    ...head(definition, "counter", "sum"),
    values: own.list().map(({ labels, count }) => ({ labels, value: count.count })),
  }));
  return {
    add(...values: LabelValues<Labels>): void {
      if (metrics.isOn) series.at(values).count += 1;
    },
  };
}

/** Counts durations, in seconds, by upper bounds. */
export function histogram<const Labels extends readonly string[]>(
  definition: Definition<Labels> & { bounds: readonly number[] },
) {
  const { name, bounds } = definition;
  const series = declare(definition, (own) => ({
    ...head(definition, "histogram", "sum"),
    values: own.list().flatMap(({ labels, count: { count, sum, buckets } }) => [
      ...addUp(bounds.map((_, place) => buckets[place] ?? 0)).map((value, place) => ({
        metricName: `${name}_bucket`,
        labels: { ...labels, le: bounds[place] ?? 0 },
        value,
      })),
      { metricName: `${name}_bucket`, labels: { ...labels, le: "+Inf" }, value: count },
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ]),
  }));
  return {
    observe(seconds: number, ...values: LabelValues<Labels>): void {
      if (!metrics.isOn) return;
      const own = series.at(values);
      own.count += 1;
      own.sum += seconds;
      const place = bounds.findIndex((bound) => seconds <= bound);
      if (place !== -1) own.buckets[place] = (own.buckets[place] ?? 0) + 1;
    },
  };
}

/** Read at each scrape: `read` returns each value with its label values. */
export function gauge<const Labels extends readonly string[]>(
  definition: Definition<Labels> & { aggregator: "sum" | "max" },
  read: () => readonly { value: number; of: LabelValues<Labels> }[],
): void {
  declare(definition, () => toSample(definition, read()));
}

/** A gauge from values that were read already. */
export function toSample<const Labels extends readonly string[]>(
  definition: Definition<Labels> & { aggregator: "sum" | "max" },
  values: readonly { value: number; of: LabelValues<Labels> }[],
): Sample {
  return {
    ...head(definition, "gauge", definition.aggregator),
    values: values.map(({ value, of }) => ({
      value,
      labels: Object.fromEntries(definition.labels.map((label, place) => [label, of[place] ?? ""])),
    })),
  };
}

/** The series of that name, which another copy of the module may have declared. */
function declare(
  { name, labels }: Definition<readonly string[]>,
  read: (series: CountsByLabels) => Sample,
): CountsByLabels {
  const existing = metrics.all.get(name);
  if (existing) return existing.series;
  const series = new CountsByLabels(labels);
  metrics.all.set(name, { series, read: () => read(series) });
  return series;
}

function head(
  { name, help }: Definition<readonly string[]>,
  type: string,
  aggregator: string,
): Omit<Sample, "values"> {
  return { name, help, type, aggregator };
}

/** Cumulative sums. */
function addUp(numbers: readonly number[]): number[] {
  return numbers.map((_, place) =>
    numbers.slice(0, place + 1).reduce((sum, number) => sum + number, 0),
  );
}
