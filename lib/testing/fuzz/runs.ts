/** Calls of each operation; `npm run fuzz` makes more. */
export const fuzzRuns = Number(process.env.FUZZ_RUNS ?? 6);

/** Printed with every run: FUZZ_SEED repeats it. */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
