import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { explainIssue } from "./explain-issue.ts";

const cases: [schema: z.ZodType, input: unknown, says: string][] = [
  [z.string(), undefined, "is required"],
  [z.string(), null, "must be text"],
  [z.number(), "1", "must be a number"],
  [z.int(), 1.5, "must be a whole number"],
  [z.boolean(), "yes", "must be true or false"],
  [z.array(z.string()), {}, "must be an array"],
  [z.object({}), [], "must be an object"],
  [z.record(z.string(), z.string()), 7, "must be an object"],
  [z.date(), 7, "must be of type date"],
  [z.string().min(1), "", "must not be empty"],
  [z.string().min(12), "short", "must have at least 12 characters"],
  [z.string().max(1), "ab", "must have at most 1 character"],
  [z.array(z.int()).min(1), [], "must have at least 1 entry"],
  [z.array(z.int()).max(2), [1, 2, 3], "must have at most 2 entries"],
  [z.int().min(1), 0, "must be at least 1"],
  [z.int().max(1_000_000), 1_000_001, "must be at most 1,000,000"],
  [z.number().positive(), 0, "must be above 0"],
  [z.number().lt(5), 5, "must be below 5"],
  [z.enum(["pin", "other"]), "iris", "must be one of pin, other"],
  [z.literal(true), false, "must be true"],
  [z.strictObject({}), { secret: 1 }, "has a field that is not known here"],
  [z.union([z.string(), z.int()]), true, "must have one of the documented forms"],
  [z.iso.datetime(), "now", "does not have the documented format"],
  [z.int().multipleOf(5), 7, "is not valid"],
  [z.string().refine(() => false, "must rhyme"), "text", "must rhyme"],
];

for (const [schema, input, says] of cases) {
  test(says, () => {
    const { error } = schema.safeParse(input, { error: explainIssue });
    assert.deepEqual(
      error?.issues.map(({ message }) => message),
      [says],
    );
  });
}
