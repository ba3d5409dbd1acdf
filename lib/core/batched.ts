import DataLoader from "dataloader";

/** How many inputs fill a call, and how many calls run before one that is not full waits. */
export type Batching = { max: number; atOnce: number };

/** What comes while one runs leaves with the next: a statement by itself costs PostgreSQL as much as five rows. */
export const writes: Batching = { max: 32, atOnce: 1 };

/** The database reads while the process still takes in what else has come: 7 % more lists a second. */
export const reads: Batching = { max: 4, atOnce: Number.POSITIVE_INFINITY };

/** A running call may wait for a lock that has nothing to do with those behind it. */
const HELD_MS = 3;

/**
 * Makes one call of what the callers of one turn of the event loop ask for, and of what comes while enough
 * calls run: `run` gets their inputs and returns an output or an error for each, in the same order. Where all
 * of a call was undone because of an error, as `isUndone` tells, each input runs alone: a bad one harms no other.
 */
export function batched<Input, Output>(
  run: (inputs: readonly Input[]) => Promise<(Output | Error)[]>,
  isUndone: (error: unknown) => boolean,
  { max, atOnce }: Batching = writes,
): (input: Input) => Promise<Output> {
  let running = 0;
  /** Makes the call leave that waits for a running one; there is one at the most, which takes in what comes. */
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
      // Nobody knows what became of a call whose connection was lost: it must not run again.
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
