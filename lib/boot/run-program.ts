import { endOnSignals } from "./end-on-signals.ts";
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
