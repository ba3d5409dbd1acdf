import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { holdLock } from "./file-lock.ts";

const holder = `
import { holdLock } from "#lib/client/queue/file-lock.ts";
await holdLock(process.argv[1], async () => {
  process.stdout.write("locked");
  await new Promise((resolve) => setTimeout(resolve, 600_000));
});
`;

test("a process that is killed releases its lock, and a living one does not", async () => {
  const folder = await mkdtemp(join(tmpdir(), "file-lock-"));
  const path = join(folder, "sender.lock");
  const args = ["--input-type=module-typescript", "-e", holder, path];
  const program = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(program.stdout, "data");
  const seen: string[] = [];
  const use = async () => void seen.push("mine");
  assert.equal(await holdLock(path, use, { ifAvailable: true }), false);
  const waiting = holdLock(path, use);
  assert.deepEqual(seen, []);
  program.kill("SIGKILL");
  await once(program, "exit");
  assert.equal(await waiting, true);
  assert.deepEqual(seen, ["mine"]);
  await rm(folder, { recursive: true });
});
