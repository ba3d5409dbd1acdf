import { describeStartFailure } from "./start-error.ts";

/** What a running program of the service holds. */
export type Program = {
  /** Closed in reverse order, whether the program ends or its start fails halfway. */
  open: AsyncDisposableStack;
  /** Ends the program as a signal does. */
  end(): void;
  /** Ends the program because it cannot go on; without a reason, one was printed already. */
  fail(reason?: string): void;
  /** What SIGHUP does, where it does not end the program. */
  reload: (() => void) | undefined;
  /** How long it goes on serving before it begins to end. */
  noticeMs: number;
};

// After the notice. A server drains for 20 s, and PostgreSQL then has 30 s to write everything to disk.
const END_DEADLINE_MS = 60_000;

/** `isSupervised`: leaves the signals of a terminal to the supervisor, which hears them, too. */
type Options = { isSupervised?: boolean };

/** Starts a program and ends it in an orderly way: on a signal, or when it cannot start or go on. */
export async function runProgram(
  start: (program: Program) => Promise<void>,
  { isSupervised = false }: Options = {},
): Promise<void> {
  const open = new AsyncDisposableStack();
  const ending = { isUnderWay: false };
  const end = async (code: number, failure?: string) => {
    if (ending.isUnderWay) return;
    ending.isUnderWay = true;
    setTimeout(() => process.exit(1), program.noticeMs + END_DEADLINE_MS).unref();

    if (failure !== undefined) process.stderr.write(`✗ ${failure}\n`);
    await open.disposeAsync().catch((error: unknown) => {
      process.stderr.write(`✗ ${describeStartFailure(error)}\n`);
    });
    process.exit(code);
  };

  const program: Program = {
    open,
    end: () => void end(0),
    fail: (reason) => void end(1, reason),
    reload: undefined,
    noticeMs: 0,
  };
  endOnSignals(program, isSupervised);
  try {
    await start(program);
  } catch (error) {
    await end(1, describeStartFailure(error));
  }
}

// One Ctrl-C may arrive twice: from the terminal, and passed on by the script that npm runs.
const SAME_KEYPRESS_MS = 1000;

/**
 * Ends the program at the first signal, or when what started this process is gone. A second signal, from
 * an operator who does not want to wait, ends the process at once.
 */
function endOnSignals(program: Program, isSupervised: boolean): void {
  let firstAt: number | undefined;
  const onSignal = () => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      program.end();
      return;
    }
    if (!isSupervised && performance.now() - firstAt > SAME_KEYPRESS_MS) process.exit(130);
  };
  const onTerminal = isSupervised ? () => undefined : onSignal;
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onTerminal);
  process.on("SIGHUP", () => (program.reload ?? onTerminal)());
  process.once("disconnect", onSignal);
}

const output = { isQuiet: false };

/** From now on, steps print nothing: another process of the same server has said it. */
export function beQuiet(): void {
  output.isQuiet = true;
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
  if (!output.isQuiet) process.stdout.write(`${line}\n`);
}
