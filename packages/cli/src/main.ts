#!/usr/bin/env node
import { CommanderError } from "commander";
import { exitCodes } from "./cli-error.ts";
import { createProgram } from "./program.ts";
import { refuseCardNumbers } from "./refuse-card-numbers.ts";
import { reportError } from "./report-error.ts";

// `sealslip … | head` closes the pipe early.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(exitCodes.ok);
});

const args = process.argv.slice(2);

try {
  refuseCardNumbers(args);
  await createProgram().parseAsync(args, { from: "user" });
} catch (error) {
  process.exitCode =
    error instanceof CommanderError
      ? exitCodeOf(error)
      : reportError(error, { json: args.includes("--json") });
}

/** Commander has printed its message, and exits with 0 after a help text. */
function exitCodeOf({ exitCode }: CommanderError): number {
  return exitCode === 0 ? exitCodes.ok : exitCodes.usage;
}
