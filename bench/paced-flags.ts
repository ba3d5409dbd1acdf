import { parseArgs } from "node:util";

/** Reads the arguments of a paced load: its length, in the unit of the command, and `--processes`. */
export function readPacedFlags(defaultLength: number): { length: number; processes: number } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { processes: { type: "string", default: "1" } },
  });
  return { length: Number(positionals[0] ?? defaultLength), processes: Number(values.processes) };
}
