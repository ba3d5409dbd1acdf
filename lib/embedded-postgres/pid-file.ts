import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** What PostgreSQL writes about its main process into its data folder. */
export interface PidFile {
  pid: number;
  port: number;
  status: string;
}

export function pidFilePath(pgData: string): string {
  return join(pgData, "postmaster.pid");
}

/** Undefined where there is no such file; PostgreSQL fills it line by line, so parts may be missing. */
export async function readPidFile(pgData: string): Promise<PidFile | undefined> {
  const text = await readFile(pidFilePath(pgData), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;

  const lines = text.split("\n");
  return {
    // A standalone backend, as initdb runs it, writes its number with a minus.
    pid: Math.abs(Number.parseInt(lines[0] ?? "", 10)) || 0,
    port: Number.parseInt(lines[3] ?? "", 10) || 0,
    status: (lines[7] ?? "").trim(),
  };
}
