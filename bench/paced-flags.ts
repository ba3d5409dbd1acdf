import { parseArgs } from "node:util";

/** How a paced load is asked for: its length, in the unit of the command, and `--processes` of the service. */
export function readPacedFlags(defaultLength: number): { length: number; processes: number } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { processes: { type: "string", default: "1" } },
  });
  return { length: Number(positionals[0] ?? defaultLength), processes: Number(values.processes) };
}
