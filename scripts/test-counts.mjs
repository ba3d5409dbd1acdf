/** How many tests passed and failed, from the end of what `node --test` printed. */
export function countNodeTests(output) {
  const count = (word) => Number(output.match(new RegExp(`^\\S+ ${word} (\\d+)$`, "m"))?.[1] ?? 0);
  return { passed: count("pass"), failed: count("fail") + count("cancelled") };
}

/** How many tests passed and failed, from the end of what `playwright test` printed. */
export function countPlaywrightTests(output) {
  const count = (words) => {
    const lines = output.matchAll(new RegExp(`^\\s*(\\d+) (?:${words})\\b`, "gm"));
    return [...lines].reduce((sum, line) => sum + Number(line[1]), 0);
  };
  return { passed: count("passed|flaky"), failed: count("failed|interrupted|did not run") };
}

/** The output of `node --test` or `playwright test` about the failed tests, without those that passed. */
export function findFailures(output) {
  const start = output.indexOf("✖ failing tests:");
  if (start === -1) return output.replaceAll(/^\[\d+\/\d+\] .*\n/gm, "");
  // A failure after the end of a test fails its file, and is only reported here.
  const late = output.match(/^ℹ (?:Error|Warning): Test .*\n/gm) ?? [];
  return late.join("") + output.slice(start);
}

/** The failures of tests that passed at their second try; empty if there were none. */
export function describeFlaky(output) {
  return /^ *\d+ flaky$/m.test(output) ? findFailures(output) : "";
}

/** The figures that tests have measured and printed on a line of their own. */
export function listFigures(output) {
  return [...output.matchAll(/^(?:ℹ )?measured: (.+)$/gm)].map(([, figure]) => figure);
}
