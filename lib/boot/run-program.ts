import { describeStartFailure } from "./start-error.ts";

/** What a program of the service is made of while it runs. */
export type Program = {
  /** Closed in reverse order, whether the program ends or its start fails half way. */
  open: AsyncDisposableStack;
  /** Ends the program, which cannot go on. */
  fail(reason: string): void;
};

// Beyond the drain of a server: PostgreSQL has 30 s to write everything to disk.
const END_MS = 60_000;

/** Starts a program and ends it in good order: by a signal, or where it cannot start or go on. */
export async function runProgram(start: (program: Program) => Promise<void>): Promise<void> {
  const open = new AsyncDisposableStack();
  const ending = { isUnderWay: false };
  const end = async (code: number, failure?: string) => {
    if (ending.isUnderWay) return;
    ending.isUnderWay = true;
    setTimeout(() => process.exit(1), END_MS).unref();

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
const SAME_PRESS_MS = 1000;

/**
 * Calls `end` at the first signal, or when the script that started this process is gone. A later
 * signal, from somebody who does not want to wait, ends the process as it is.
 */
function endOnSignals(end: () => void): void {
  let asked: number | undefined;
  const ask = () => {
    if (asked === undefined) {
      asked = performance.now();
      end();
      return;
    }
    if (performance.now() - asked > SAME_PRESS_MS) process.exit(130);
  };
  for (const signal of SIGNALS) process.on(signal, ask);
  process.once("disconnect", ask);
}

/** Does the work of a step and prints its line with the time it took, like the scripts before it. */
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
