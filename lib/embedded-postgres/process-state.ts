import { execFile } from "node:child_process";
import { readlink } from "node:fs/promises";
import { platform } from "node:os";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Whether a process has this number; it may be another program by now. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Whether the process is the PostgreSQL of this folder. A number from an old file proves nothing, but
 * PostgreSQL makes its data folder its working folder.
 */
export async function isPostmasterOf(pid: number, pgData: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (platform() === "linux") return (await findWorkingFolder(pid)) === pgData;

  const { stdout } = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return stdout.includes(pgData);
}

// A zombie has none, nor has a process of somebody else.
function findWorkingFolder(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined);
}
