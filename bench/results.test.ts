import assert from "node:assert/strict";
import { test } from "node:test";
import { drawChart } from "./chart.ts";
import { writeMarkdown } from "./report.ts";
import { compareRounds, type Results, summarize } from "./results.ts";

const round = (requestsPerSecond: number, more: object = {}) => ({
  requestsPerSecond,
  p50Ms: 1,
  p99Ms: 2,
  ...more,
});

const results: Results = {
  command: "npm run bench",
  at: "2026-11-23T00:00:00.000Z",
  machine: "2 cores <of a test>",
  loadAverage: 0,
  connections: 16,
  rounds: 1,
  seconds: 1,
  operations: [
    {
      operation: "create",
      title: "create",
      rows: [summarize("ours", [round(1_500)]), summarize("floor", [round(3_000)])],
    },
  ],
};

test("a row has the median of its rounds, and how far apart they were", () => {
  const usage = { cpuMsPerRequest: 1, memoryMiB: 64, databaseCpuMsPerRequest: 2 };
  const rounds = [900, 100, 300].map((rate) => round(rate, usage));
  const { requestsPerSecond, lowest, highest, memoryMiB } = summarize("ours", rounds);
  assert.deepEqual([requestsPerSecond, lowest, highest, memoryMiB], [300, 100, 900, 64]);
  assert.equal(summarize("ours", rounds.slice(0, 2)).requestsPerSecond, 500);
});

test("a row says nothing of processor time where it cannot be known", () => {
  assert.ok(!("cpuMsPerRequest" in summarize("ours", [round(1)])));
});

test("rounds are compared in pairs, so that a machine that slows down changes no ratio", () => {
  const usage = (cpuMsPerRequest: number) => ({
    p99Ms: 6 * cpuMsPerRequest,
    cpuMsPerRequest,
    memoryMiB: 64,
    databaseCpuMsPerRequest: 2,
  });
  const ours = [round(800, usage(2)), round(80, usage(4)), round(8, usage(8))];
  const others = [round(400, usage(4)), round(40, usage(8)), round(4, usage(16))];
  assert.deepEqual(compareRounds(ours, others), {
    requestsPerSecond: 2,
    p99Ms: 0.5,
    cpuMsPerRequest: 0.5,
  });
  assert.deepEqual(compareRounds([round(3)], [round(4)]), { requestsPerSecond: 0.75, p99Ms: 1 });
});

test("the chart's bars are as long as their figures", () => {
  const widths = [
    ...drawChart(results).matchAll(
      /<rect class="bar-\d" x="150" y="\d+" width="(\d+)" height="13"/g,
    ),
  ];
  assert.deepEqual(
    widths.map(([, width]) => Number(width)),
    [270, 540],
  );
});

test("the chart is a document of its own, whatever the machine is called", () => {
  const chart = drawChart(results);
  assert.match(chart, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 760 \d+"/);
  assert.ok(chart.includes("2 cores &lt;of a test>"));
});

test("the table for a README names each operation once", () => {
  const [heads, rule, ...rows] = writeMarkdown(results).split("\n");
  assert.equal(heads?.split("|").length, rule?.split("|").length);
  assert.deepEqual(
    rows.map((row) =>
      row
        .split("|")
        .slice(1, 4)
        .map((cell) => cell.trim()),
    ),
    [
      ["create", "ours", "1,500"],
      ["", "floor", "3,000"],
    ],
  );
});
