import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { guidesFolder, runProgram, writeProgram } from "#lib/testing/guides/run-fences.ts";
import { groupFences, listRunFences, matchesOutput, readFences } from "./read-fences.ts";

const guide = `# Title

\`\`\`sh
echo one
\`\`\`

\`\`\`ts
console.log("one");
\`\`\`

\`\`\`text
one
\`\`\`

1. In a list:

   \`\`\`sh no-run
   indented
     more
   \`\`\`

\`\`\`ts file=examples/webhooks/handle.ts#part
\`\`\`

\`\`\`sh
echo two; false
\`\`\`
`;

test("fences have their language, code, line, and way of being checked", () => {
  const fences = readFences(guide);
  assert.deepEqual(
    fences.map(({ language, line, check, isNoRun }) => [language, line, check, isNoRun]),
    [
      ["sh", 4, { kind: "run", language: "sh" }, false],
      ["ts", 8, { kind: "run", language: "ts" }, false],
      ["text", 12, { kind: "none" }, false],
      ["sh", 18, { kind: "none" }, true],
      ["ts", 23, { kind: "file", path: "examples/webhooks/handle.ts#part" }, false],
      ["sh", 26, { kind: "run", language: "sh" }, false],
    ],
  );
  assert.equal(fences[3]?.code, "indented\n  more");
  assert.throws(() => readFences("# A\n\n```sh\necho"), /line 3: the code fence is not closed/);
});

test("consecutive fences of different languages are one group, with one output", () => {
  const groups = groupFences(readFences(guide));
  assert.deepEqual(
    groups.map((group) => group.map(({ line }) => line)),
    [[4, 8], [12], [18, 23], [26]],
  );
  assert.deepEqual(
    listRunFences(guide, "sh").map(({ line, expected }) => [line, expected]),
    [
      [4, "one"],
      [26, undefined],
    ],
  );
});

const outputs: [output: string, expected: string, matches: boolean][] = [
  ["pay_123\n", "pay_…", true],
  ["pay_123 paid\n", "pay_… paid", true],
  ["pay_123 open\n", "pay_… paid", false],
  ["a.b\n", "axb", false],
  ["axb\n", "a.b", false],
  ["a  \nb\n\n", "a\nb", true],
  ["a\nb\n", "a", false],
  ["a\n", "a\nb", false],
];

for (const [output, expected, matches] of outputs) {
  test(`${JSON.stringify(output)} is ${matches ? "" : "not "}${JSON.stringify(expected)}`, () => {
    assert.equal(matchesOutput(output, expected), matches);
  });
}

after(() => rmSync(join(guidesFolder, "failing"), { recursive: true, force: true }));

test("a failure names guide, line, and language, and shows what was printed", async () => {
  const fences = listRunFences(guide, "sh");
  const run = { guide: "failing", fences, env: {} };
  await assert.rejects(
    runProgram(writeProgram("failing", "sh", fences), "sh", run),
    /docs\/guides\/failing\.md:26 \(sh\): ended with 1\ntwo/,
  );

  const wrong = listRunFences(guide.replace('log("one")', 'log("1")'), "ts");
  await assert.rejects(
    runProgram(writeProgram("failing", "ts", wrong), "ts", { ...run, fences: wrong }),
    /docs\/guides\/failing\.md:8 \(ts\): expected\none\nbut it printed\n1/,
  );
});
