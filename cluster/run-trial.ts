import { setTimeout as pause } from "node:timers/promises";

type Work = (parts: AsyncDisposableStack) => Promise<string[]>;

/**
 * Runs a trial, ends everything that it has opened, and sets the exit code: `work` returns what did not
 * hold. Ends at the deadline and on a signal, too, so that nothing outlives it.
 */
export async function runTrial({ deadlineMs }: { deadlineMs: number }, work: Work): Promise<void> {
  const parts = new AsyncDisposableStack();
  try {
    const failures = await Promise.race([work(parts), interrupted(), late(deadlineMs)]);
    for (const failure of failures) console.error(failure);
    console.log(failures.length === 0 ? "\n✓ all of it held" : "");
    process.exitCode = failures.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    await parts.disposeAsync();
  }
  // A till may still wait for an answer that will not come any more.
  process.exit();
}

function interrupted(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => reject(new Error(`stopped by ${signal}`)));
    }
    // Of a till that got an answer which no fault explains.
    process.on("unhandledRejection", reject);
  });
}

async function late(deadlineMs: number): Promise<never> {
  await pause(deadlineMs, undefined, { ref: false });
  throw new Error(`not done after ${deadlineMs / 60_000} minutes`);
}
