import { open, readFile, rm, stat } from "node:fs/promises";

const MAX_BYTES = 1024 * 1024;

/** The file that a starting PostgreSQL writes its messages to. */
export interface ServerLog {
  fd: number;
  /** What was written since it was opened, and the line of it that tells why PostgreSQL ended. */
  readEntries(): Promise<{ log: string; reason: string }>;
  close(): Promise<void>;
}

/** Opens the log at its end; one that has grown large begins anew. */
export async function openServerLog(path: string): Promise<ServerLog> {
  if (((await sizeOf(path)) ?? 0) > MAX_BYTES) await rm(path);
  const file = await open(path, "a", 0o600);
  const start = (await sizeOf(path)) ?? 0;

  return {
    fd: file.fd,
    readEntries: async () => {
      const log = (await readFile(path)).subarray(start).toString("utf8");
      return { log, reason: findReason(log) };
    },
    close: () => file.close(),
  };
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}

function findReason(log: string): string {
  const lines = log.split("\n").filter((line) => line.trim() !== "");
  const fatal = lines.find((line) => /FATAL|PANIC/.test(line));
  const detail = lines.find((line) => line.includes("DETAIL:"));
  const told = fatal === undefined ? [lines.at(-1)] : [fatal, detail];
  const text = told.flatMap((line) => (line === undefined ? [] : [withoutPrefix(line)])).join("; ");
  return text === "" ? "it ended without a word" : text;
}

function withoutPrefix(line: string): string {
  return line.replace(/^.*?(?:FATAL|PANIC|DETAIL|LOG):\s*/, "");
}
