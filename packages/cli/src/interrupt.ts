import { exitCodes } from "./cli-error.ts";

/** The reason of the signal after Ctrl-C. The message says what may be left undone; empty if nothing is. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** Aborts at Ctrl-C or SIGTERM. The second Ctrl-C ends the process at once. */
export function createInterrupt(): AbortSignal {
  const controller = new AbortController();
  const end = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort(new Interrupted(""));
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  return controller.signal;
}
