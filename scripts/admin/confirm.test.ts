import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { confirm } from "./confirm.ts";
import { UsageError } from "./usage-error.ts";

async function answer(line: string | undefined, isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  const asked = confirm("It is gone.", { input, output }).finally(() => output.end());
  input.end(line);
  return { confirmed: await asked, shown: await text(output) };
}

test("asks on a terminal, and takes nothing but yes for one", async () => {
  const { confirmed, shown } = await answer("yes\n");
  assert.deepEqual([confirmed, shown], [true, 'It is gone.\nType "yes" to go on: ']);
  assert.equal((await answer(" YES\n")).confirmed, true);
  for (const other of ["no\n", "y\n", "\n"]) {
    assert.equal((await answer(other)).confirmed, false, other);
  }
});

test("a script has to say so itself", async () => {
  await assert.rejects(answer("yes\n", false), (error) => {
    assert.ok(error instanceof UsageError);
    assert.match(error.message, /^It is gone\. Give --yes/);
    return true;
  });
});
