import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { MAX_SERIES } from "./counts-by-labels.ts";
import {
  counter,
  histogram,
  readMetrics,
  type SampleValue,
  startCounting,
  stopCounting,
} from "./instruments.ts";

before(startCounting);
after(stopCounting);

function valuesOf(name: string): SampleValue[] {
  return readMetrics().find((sample) => sample.name === name)?.values ?? [];
}

test("a counter counts by its labels, and one without any begins at zero", () => {
  const name = "sealslip_test_calls_total";
  const calls = counter({ name, help: "Calls", labels: ["provider", "outcome"] });
  counter({ name: "sealslip_test_zero_total", help: "Nothing", labels: [] });
  calls.add("stripe", "timeout");
  calls.add("stripe", "timeout");
  calls.add("square", "declined");
  assert.deepEqual(valuesOf(name), [
    { labels: { provider: "stripe", outcome: "timeout" }, value: 2 },
    { labels: { provider: "square", outcome: "declined" }, value: 1 },
  ]);
  assert.deepEqual(valuesOf("sealslip_test_zero_total"), [{ labels: {}, value: 0 }]);
});

test("another copy of a module counts with the first one", () => {
  const definition = { name: "sealslip_test_copies_total", help: "Copies", labels: [] } as const;
  const [one, other] = [counter(definition), counter(definition)];
  one.add();
  other.add();
  assert.deepEqual(valuesOf(definition.name), [{ labels: {}, value: 2 }]);
});

test("a histogram counts what is at most each bound", () => {
  const name = "sealslip_test_seconds";
  const durations = histogram({ name, help: "Time", labels: ["route"], bounds: [0.1, 1] });
  for (const seconds of [0.05, 0.1, 0.5, 7]) durations.observe(seconds, "/");
  const values = valuesOf(name).map(({ metricName, labels: { le }, value }) => [
    metricName,
    le,
    value,
  ]);
  assert.deepEqual(values, [
    [`${name}_bucket`, 0.1, 2],
    [`${name}_bucket`, 1, 3],
    [`${name}_bucket`, "+Inf", 4],
    [`${name}_sum`, undefined, 7.65],
    [`${name}_count`, undefined, 4],
  ]);
});

test("however many values a label has, the number of series is bounded, and nothing is lost", () => {
  const name = "sealslip_test_bounded_total";
  const many = counter({ name, help: "Many", labels: ["connection", "reason"] });
  for (let count = 0; count < MAX_SERIES + 5; count += 1) many.add(String(count), "timeout");
  const values = valuesOf(name);
  assert.equal(values.length, MAX_SERIES + 1);
  assert.deepEqual(values.at(-1), { labels: { connection: "other", reason: "other" }, value: 5 });
});

test("nothing is counted where nobody is to see it", (context) => {
  context.after(startCounting);
  const name = "sealslip_test_off_total";
  const calls = counter({ name, help: "Calls", labels: [] });
  stopCounting();
  calls.add();
  assert.deepEqual(valuesOf(name), [{ labels: {}, value: 0 }]);
});
