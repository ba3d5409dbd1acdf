import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

const ROOT = join(import.meta.dirname, "../..");

/** Runs a script of the project, such as `worker.ts`, as a process of its own. */
export function spawnProgram(
  script: string,
  env: Record<string, string | undefined>,
  { args = [], root = ROOT }: { args?: readonly string[]; root?: string } = {},
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [script, ...args], {
    cwd: root,
    // Whoever starts a demo wants its accounts, and not a month of payments.
    env: { DEMO_HISTORY_DAYS: "0", ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** The same to its end. */
export async function runProgram(
  script: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
  root = ROOT,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const program = spawnProgram(script, env, { args, root });
  const [stdout, stderr] = await Promise.all([text(program.stdout), text(program.stderr)]);
  if (program.exitCode === null) await once(program, "exit");
  return { code: program.exitCode, stdout, stderr };
}
