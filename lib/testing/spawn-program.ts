import { type ChildProcessByStdio, spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";

const ROOT = join(import.meta.dirname, "../..");

/** Runs a script of the project, such as `worker.ts`, as a process of its own. */
export function spawnProgram(
  script: string,
  env: Record<string, string | undefined>,
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [script], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}
