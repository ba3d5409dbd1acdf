import assert from "node:assert/strict";
import { test } from "node:test";
import { listSamples } from "./list-samples.ts";
import { readFences } from "./read-fences.ts";

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n`;
const listOf = (...parts: string[]) =>
  listSamples(readFences(parts.join("\n"))).map(({ fences, output }) => ({
    tabs: fences.map((each) => [each.language, ...(each.output ? [each.output] : [])]),
    output,
  }));

const cases: [name: string, parts: string[], expected: ReturnType<typeof listOf>][] = [
  [
    "one output behind all languages",
    [fence("sh", "a"), fence("ts", "b"), fence("py", "c"), fence("text", "1")],
    [{ tabs: [["sh"], ["ts"], ["py"]], output: "1" }],
  ],
  [
    "the same output behind each",
    [fence("sh", "a"), fence("text", "1"), fence("ts", "b"), fence("text", "1")],
    [{ tabs: [["sh"], ["ts"]], output: "1" }],
  ],
  [
    "an output of each",
    [fence("sh", "a"), fence("text", "1"), fence("ts", "b"), fence("text", "2")],
    [
      {
        tabs: [
          ["sh", "1"],
          ["ts", "2"],
        ],
        output: undefined,
      },
    ],
  ],
  [
    "prose between",
    [fence("sh", "a"), "Then:\n", fence("ts", "b")],
    [
      { tabs: [["sh"]], output: undefined },
      { tabs: [["ts"]], output: undefined },
    ],
  ],
  [
    "a language that comes again",
    [fence("sh", "a"), fence("text", "1"), fence("sh", "b")],
    [
      { tabs: [["sh"]], output: "1" },
      { tabs: [["sh"]], output: undefined },
    ],
  ],
  [
    "what is no code to run",
    [fence("json", "{}"), fence("text", "1")],
    [
      { tabs: [["json"]], output: undefined },
      { tabs: [["text"]], output: undefined },
    ],
  ],
];

for (const [name, parts, expected] of cases) {
  test(`samples of a guide: ${name}`, () => assert.deepEqual(listOf(...parts), expected));
}

test("a sample takes the lines from the mark of its first fence to that of its last", () => {
  const [sample] = listSamples(readFences("One:\n\n```sh\na\n```\n\n```text\n1\n2\n```\n\nTwo."));
  assert.deepEqual([sample?.start, sample?.end], [2, 9]);
});
