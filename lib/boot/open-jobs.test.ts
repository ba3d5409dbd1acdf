import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { outliveDatabase } from "./open-jobs.ts";

/** How a process ends in which nobody waits for a promise that is rejected with this code. */
async function rejectUnheard(code: string): Promise<{ exit: unknown; output: string }> {
  const script = `
    const jobs = await import("#lib/boot/open-jobs.ts");
    jobs.${outliveDatabase.name}();
    Promise.reject(Object.assign(new Error("what happened"), { code: "${code}" }));`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: join(import.meta.dirname, "../.."),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors, [exit]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { exit, output: output + errors };
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
