import { type ParseArgsConfig, parseArgs } from "node:util";
import { StartError } from "#lib/boot/start-error.ts";

/** The one word and the options of a script. Throws StartError with the usage. */
export function readArgs<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: Options,
  usage: string,
) {
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [word] = positionals;
    if (word !== undefined && positionals.length === 1) return { word, values };
  } catch (cause) {
    throw new StartError(`${cause instanceof Error ? cause.message : String(cause)}; ${usage}`);
  }
  throw new StartError(usage);
}
