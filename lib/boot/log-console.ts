import { format, stripVTControlCharacters } from "node:util";
import type { Level } from "pino";
import { log } from "#lib/log/logger.ts";

const levels = {
  error: "error",
  warn: "warn",
  log: "info",
  info: "info",
  debug: "debug",
} as const satisfies Partial<Record<keyof Console, Level>>;

/**
 * From now on, what Next and other packages print goes into the log, one entry a call. On standard output
 * itself, a visitor's text that they quote could look like a line of the log.
 */
export function logConsole(): void {
  for (const [method, level] of Object.entries(levels)) {
    Object.assign(console, { [method]: (...parts: unknown[]) => write(level, parts) });
  }
}

function write(level: Level, parts: unknown[]): void {
  const err = parts.find((part) => part instanceof Error);
  // The entry shows less of an error than its text does, which may have values in it.
  const texts = parts.filter((part) => !(part instanceof Error));
  const message = stripVTControlCharacters(format(...texts)).trim();
  log()[level]({ source: "console", ...(err ? { err } : {}) }, message);
}
