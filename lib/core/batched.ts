import DataLoader from "dataloader";

/** How many inputs fill a call, and how many calls run before one that is not full waits. */
export type Batching = { max: number; atOnce: number };

/**
 * Inputs that arrive while a call runs leave with the next: a statement costs PostgreSQL as much as five
 * rows.
 */
export const writes: Batching = { max: 32, atOnce: 1 };

/** The database reads while the process still collects further inputs: 7 % more lists a second. */
export const reads: Batching = { max: 4, atOnce: Number.POSITIVE_INFINITY };

/** A running call may wait for a lock that does not concern the inputs behind it. */
const HELD_MS = 3;

/**
 * Combines the inputs of one turn of the event loop, and those that arrive while enough calls run, into one
 * call: `run` gets their inputs and returns an output or an error for each, in the same order. If an error
 * has rolled back the whole call, as `isUndone` tells, each input runs alone, so that a bad one harms no
 * other.
 */
export function batched<Input, Output>(
  run: (inputs: readonly Input[]) => Promise<(Output | Error)[]>,
  isUndone: (error: unknown) => boolean,
  { max, atOnce }: Batching = writes,
): (input: Input) => Promise<Output> {
  let running = 0;
  /** Sends the call that waits for a running one; there is one at most, which collects further inputs. */
  let release: (() => void) | undefined;

  const runAlone = async (input: Input): Promise<Output | Error> => {
    const [output] = await run([input]).catch((error: Error) => [error]);
    return output as Output | Error;
  };
  const runAll = async (inputs: readonly Input[]) => {
    running += 1;
    try {
      return await run(inputs);
    } catch (error) {
      // The outcome of a call with a lost connection is unknown: it must not run again.
      if (inputs.length === 1 || !isUndone(error)) throw error;
      return await Promise.all(inputs.map(runAlone));
    } finally {
      running -= 1;
      release?.();
    }
  };
  const hold = (dispatch: () => void) => {
    const leave = () => {
      clearTimeout(timer);
      release = undefined;
      dispatch();
    };
    const timer = setTimeout(leave, HELD_MS);
    release = leave;
    return leave;
  };

  let size = 0;
  let leave = () => {};
  const loader = new DataLoader(runAll, {
    cache: false,
    maxBatchSize: max,
    batchScheduleFn(dispatch) {
      size = 0;
      leave = running < atOnce ? atEndOfTurn(dispatch) : hold(dispatch);
    },
  });
  return (input) => {
    const output = loader.load(input);
    size += 1;
    if (size === max) leave();
    return output;
  };
}

/** Calls `dispatch` when the turn ends, or sooner through the function that it returns. */
function atEndOfTurn(dispatch: () => void): () => void {
  const endOfTurn = setImmediate(dispatch);
  return () => {
    clearImmediate(endOfTurn);
    dispatch();
  };
}
