import DataLoader from "dataloader";
import pg from "pg";

// Beyond this a statement costs nearly the same per row, and its answer comes later for all of them.
const MOST = 16;

/**
 * Makes one statement of what a turn of the event loop asks for: `run` gets the inputs of several
 * callers and returns an output or an error for each, in their order. One that PostgreSQL refuses
 * takes no other with it: then each input runs alone.
 */
export function batched<Input, Output>(
  run: (inputs: readonly Input[]) => Promise<(Output | Error)[]>,
): (input: Input) => Promise<Output> {
  const runAlone = async (input: Input): Promise<Output | Error> => {
    const [output] = await run([input]).catch((error: Error) => [error]);
    return output as Output | Error;
  };
  const runAll = async (inputs: readonly Input[]) => {
    try {
      return await run(inputs);
    } catch (error) {
      // What the server itself refuses is rolled back as a whole; of a lost connection nobody knows.
      if (inputs.length === 1 || !(error instanceof pg.DatabaseError)) throw error;
      return await Promise.all(inputs.map(runAlone));
    }
  };
  const loader = new DataLoader(runAll, {
    cache: false,
    maxBatchSize: MOST,
    batchScheduleFn: setImmediate,
  });
  return (input) => loader.load(input);
}
