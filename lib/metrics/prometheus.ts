import { AggregatorRegistry, collectDefaultMetrics, Registry } from "prom-client";
import type { Sample, SampleValue } from "./instruments.ts";

type Found = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>[number];

/** Node's own metrics, under the names that dashboards know. */
export function readNodeMetrics(): () => Promise<Sample[]> {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return async () => {
    const found = await register.getMetricsAsJSON();
    // Averages over the processes would hide one that hangs: our own gauges show the highest.
    return found.filter(({ name }) => !name.startsWith("nodejs_eventloop_")).map(toSample);
  };
}

function toSample({ name, help, type, aggregator, values }: Found): Sample {
  return { name, help, type: String(type), aggregator, values: values.map(toValue) };
}

function toValue(value: Found["values"][number]): SampleValue {
  const labels = Object.entries(value.labels).map(([name, text]) => [name, text ?? ""]);
  const { metricName } = value as { metricName?: string };
  return {
    value: value.value,
    labels: Object.fromEntries(labels),
    ...(metricName !== undefined && { metricName }),
  };
}

/** The metrics of several processes as one, in Prometheus's text format. */
export async function writeExposition(parts: readonly Sample[][]): Promise<string> {
  return await AggregatorRegistry.aggregate([...parts]).metrics();
}
