import assert from "node:assert/strict";
import { test } from "node:test";
import { runProgram } from "#lib/testing/spawn-program.ts";
import { outliveDatabase } from "./open-jobs.ts";

/** How a process ends in which nobody waits for a promise that is rejected with this code. */
async function rejectUnheard(code: string): Promise<{ exit: number | null; output: string }> {
  const script = `
    const jobs = await import("#lib/boot/open-jobs.ts");
    jobs.${outliveDatabase.name}();
    Promise.reject(Object.assign(new Error("what happened"), { code: "${code}" }));`;
  const ended = await runProgram("--input-type=module", ["--eval", script], {});
  return { exit: ended.code, output: ended.stdout + ended.stderr };
}

test("a database that is away when the queue notes the end of a job ends no process", async () => {
  for (const code of ["57P01", "ECONNREFUSED"]) {
    const { exit, output } = await rejectUnheard(code);
    assert.equal(exit, 0, output);
    assert.match(output, /the database was away when a job ended/);
  }
});

test("anything else that nobody waits for does", async () => {
  const { exit, output } = await rejectUnheard("23505");
  assert.equal(exit, 1);
  assert.match(output, /what happened/);
});
