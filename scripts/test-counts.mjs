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

/** What `node --test` or `playwright test` says of the tests that failed, without those that passed. */
export function findFailures(output) {
  const start = output.indexOf("✖ failing tests:");
  if (start === -1) return output.replaceAll(/^\[\d+\/\d+\] .*\n/gm, "");
  // What goes wrong after a test has ended fails its file, and is named here alone.
  const late = output.match(/^ℹ (?:Error|Warning): Test .*\n/gm) ?? [];
  return late.join("") + output.slice(start);
}

/** What tests stumbled over that passed at their second try; empty where none did. */
export function describeFlaky(output) {
  return /^ *\d+ flaky$/m.test(output) ? findFailures(output) : "";
}

/** What tests have measured, and said so in a line of their own. */
export function listFigures(output) {
  return [...output.matchAll(/^(?:ℹ )?measured: (.+)$/gm)].map(([, figure]) => figure);
}
