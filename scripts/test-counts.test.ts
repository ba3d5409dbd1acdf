import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { describe, test } from "node:test";

type Count = (output: string) => { passed: number; failed: number };

// The scripts are plain JavaScript, without types, since they run before anything is installed.
const counts: Record<"countNodeTests" | "countPlaywrightTests", Count> & {
  describeFlaky: (output: string) => string;
  findFailures: (output: string) => string;
  listFigures: (output: string) => string[];
} = createRequire(import.meta.url)("./test-counts.mjs");
const { countNodeTests, countPlaywrightTests, describeFlaky, findFailures, listFigures } = counts;

describe("countNodeTests", () => {
  test("reads the summary, not the names of tests", () => {
    const output = "✔ pass 99 (1ms)\nℹ tests 7\nℹ pass 4\nℹ fail 2\nℹ cancelled 1\nℹ skipped 0\n";
    assert.deepEqual(countNodeTests(output), { passed: 4, failed: 3 });
  });

  test("counts nothing where there is no summary", () => {
    assert.deepEqual(countNodeTests("Could not find 'x'\n"), { passed: 0, failed: 0 });
  });
});

describe("countPlaywrightTests", () => {
  const cases = [
    { output: "\n  12 passed (30.1s)\n", counts: { passed: 12, failed: 0 } },
    {
      output: "  2 failed\n    [desktop] › a.spec.ts\n  9 passed (3s)\n",
      counts: { passed: 9, failed: 2 },
    },
    { output: "  1 flaky\n  3 did not run\n  5 passed (1.0m)\n", counts: { passed: 6, failed: 3 } },
    { output: "Error: No tests found\n", counts: { passed: 0, failed: 0 } },
  ];
  for (const { output, counts } of cases) {
    test(JSON.stringify(counts), () => assert.deepEqual(countPlaywrightTests(output), counts));
  }
});

test("findFailures leaves out what passed", () => {
  const failures = "✖ failing tests:\n\ntest at a.test.ts:1:1\n✖ adds (1ms)\n";
  assert.equal(findFailures(`✔ pass (1ms)\n✖ adds (1ms)\nℹ fail 1\n\n${failures}`), failures);
  const late = 'ℹ Error: Test "adds" generated asynchronous activity after the test ended.\n';
  assert.equal(findFailures(`✔ adds (1ms)\n${late}ℹ fail 1\n\n${failures}`), late + failures);
  const failed = "  1) e2e/a.spec.ts:3:1 › opens\n\n    Error: no\n\n  1 failed\n  2 passed (3s)\n";
  assert.equal(findFailures(`[1/3] [phone] › opens\n${failed}`), failed);
  assert.equal(findFailures("Could not find 'x'\n"), "Could not find 'x'\n");
});

test("describeFlaky says what a test stumbled over, where it passed in the end", () => {
  const flaky = "  1) e2e/a.spec.ts:3:1 › opens\n\n    Error: no\n\n  1 flaky\n  2 passed (3s)\n";
  assert.equal(describeFlaky(`[1/3] [phone] › opens\n${flaky}`), flaky);
  assert.equal(describeFlaky("[1/3] [phone] › opens\n  3 passed (3s)\n"), "");
});

test("listFigures finds what a test printed, and what it noted", () => {
  const output = "[1/9] a.spec.ts\nmeasured: 37 ms\n✔ measured: no (1ms)\nℹ measured: 14 kills\n";
  assert.deepEqual(listFigures(output), ["37 ms", "14 kills"]);
});
