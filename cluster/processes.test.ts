import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { isAlive, processTree, readCommand, signalAll } from "./processes.ts";

test("a process is found with what it has started, and all of it ends at once", async () => {
  const child = spawn("/bin/sh", ["-c", "sleep 60 & echo $!; wait"]);
  const [output] = await once(child.stdout, "data");
  const grandchild = Number(String(output));
  const { pid = 0 } = child;
  assert.deepEqual(processTree(pid), [pid, grandchild]);
  assert.match(readCommand(grandchild), /sleep 60/);

  signalAll([pid, grandchild], "SIGKILL");
  await once(child, "exit");
  assert.equal(isAlive(pid), false);
  // One that is gone already is none to stumble over.
  signalAll([pid], "SIGTERM");
  assert.equal(readCommand(pid), "");
});
