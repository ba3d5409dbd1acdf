import { createInterface } from "node:readline/promises";
import { UsageError } from "./usage-error.ts";

type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
};

/** Asks on the terminal whether to continue. Throws UsageError without a terminal and without `--yes`. */
export async function confirm(destroys: string, { input, output }: Terminal): Promise<boolean> {
  if (!input.isTTY) throw new UsageError(`${destroys} Give --yes if that is what you want.`);

  const terminal = createInterface({ input, output });
  try {
    const answer = await terminal.question(`${destroys}\nType "yes" to go on: `);
    return answer.trim().toLowerCase() === "yes";
  } finally {
    terminal.close();
  }
}
