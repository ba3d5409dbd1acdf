import { describeStartFailure } from "./start-error.ts";

/** What a running program of the service holds. */
export type Program = {
  /** Closed in reverse order, whether the program ends or its start fails halfway. */
  open: AsyncDisposableStack;
  /** Ends the program because it cannot go on. */
  fail(reason: string): void;
};

// Longer than a server drains: PostgreSQL has 30 s to write everything to disk.
const END_DEADLINE_MS = 60_000;

/** Starts a program and ends it in an orderly way: on a signal, or when it cannot start or go on. */
export async function runProgram(start: (program: Program) => Promise<void>): Promise<void> {
  const open = new AsyncDisposableStack();
  const ending = { isUnderWay: false };
  const end = async (code: number, failure?: string) => {
    if (ending.isUnderWay) return;
    ending.isUnderWay = true;
    setTimeout(() => process.exit(1), END_DEADLINE_MS).unref();

    if (failure !== undefined) process.stderr.write(`✗ ${failure}\n`);
    await open.disposeAsync().catch((error: unknown) => {
      process.stderr.write(`✗ ${describeStartFailure(error)}\n`);
    });
    process.exit(code);
  };

  endOnSignals(() => void end(0));
  try {
    await start({ open, fail: (reason) => void end(1, reason) });
  } catch (error) {
    await end(1, describeStartFailure(error));
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

// One Ctrl-C may arrive twice: from the terminal, and passed on by the script that npm runs.
const SAME_KEYPRESS_MS = 1000;

/**
 * Calls `end` at the first signal, or when the script that started this process is gone. A second
 * signal, from somebody who does not want to wait, ends the process at once.
 */
function endOnSignals(end: () => void): void {
  let firstAt: number | undefined;
  const onSignal = () => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      end();
      return;
    }
    if (performance.now() - firstAt > SAME_KEYPRESS_MS) process.exit(130);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  process.once("disconnect", onSignal);
}

/** Does the work of a step and prints a line with the time it took, like the scripts that run before. */
export async function step<T>(done: string, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const outcome = await work();
  const seconds = (performance.now() - start) / 1000;
  print(`✓ ${done.padEnd(36)} ${seconds.toFixed(1)} s`);
  return outcome;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
