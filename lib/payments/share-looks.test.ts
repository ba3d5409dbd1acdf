import assert from "node:assert/strict";
import { test } from "node:test";
import { shareLooks } from "./share-looks.ts";

test("twelve who wait for one thing look at it together, and those of another by themselves", async () => {
  const seen: string[] = [];
  const looks = shareLooks(async ({ id }: { id: string }) => {
    seen.push(id);
    return `${id} at ${seen.length}`;
  });
  const one = Array.from({ length: 12 }, () => looks.after(5, { id: "one" }));
  const answers = await Promise.all([...one, looks.after(5, { id: "other" })]);
  assert.deepEqual(seen.toSorted(), ["one", "other"]);
  assert.equal(new Set(answers.slice(0, 12)).size, 1);

  await looks.after(0, { id: "one" });
  assert.equal(seen.length, 3, "an answer is not kept");
});

test("a look that fails fails for all who waited, and not for those who come later", async () => {
  let failing = true;
  const looks = shareLooks(async (_: { id: string }) => {
    if (failing) throw new Error("away");
    return "there";
  });
  const both = [looks.after(1, { id: "one" }), looks.after(1, { id: "one" })];
  const outcomes = await Promise.allSettled(both);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  failing = false;
  assert.equal(await looks.after(0, { id: "one" }), "there");
});
