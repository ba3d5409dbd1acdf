import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** What PostgreSQL writes about its main process into its data folder. */
export interface PidFile {
  pid: number;
  port: number;
  status: string;
}

export function pidFilePath(pgData: string): string {
  return join(pgData, "postmaster.pid");
}

/** Undefined if there is no such file; PostgreSQL fills it line by line, so parts may be missing. */
export async function readPidFile(pgData: string): Promise<PidFile | undefined> {
  const text = await readFile(pidFilePath(pgData), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;

  const lines = text.split("\n");
  return {
    // A standalone backend, as initdb runs it, writes its number with a minus sign.
    pid: Math.abs(Number.parseInt(lines[0] ?? "", 10)) || 0,
    port: Number.parseInt(lines[3] ?? "", 10) || 0,
    status: (lines[7] ?? "").trim(),
  };
}

const run = promisify(execFile);

/** Whether any process has this number; it may be another program by now. */
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

// Undefined for a zombie, and for a process of another account.
function findWorkingFolder(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined);
}
