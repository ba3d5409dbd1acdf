import { z } from "zod";

/** What a command has found or done: as JSON with `--json`, else as text. */
export type Outcome = {
  result: unknown;
  text: string;
  /** Bad news, such as a trail that does not verify: the tool exits with 1. */
  failed?: boolean;
};

/**
 * What a command works on: the database as the service sees it, the same with the secrets of the service, or
 * the database as the owner of its tables.
 */
export type Reach = "service" | "secrets" | "owner";

export type Command = {
  /** What stands behind its name in the usage */
  takes: string;
  /** One line, or two. */
  does: string;
  reach: Reach;
  /** Names of the words behind the command, in order */
  words: readonly string[];
  /** Whether the last of the words may be there any number of times, or not at all */
  isOpen: boolean;
  options: readonly string[];
  /** What is gone afterwards, for a command that asks first. */
  destroys: string | undefined;
  /** What it will do. Throws ZodError. */
  prepare(given: Record<string, unknown>): () => Promise<Outcome>;
};

/** What the operator has to do with: the word behind `npm run admin --`. */
export type Subject = {
  commands: Record<string, Command>;
  /** What the name alone means, where it means something. */
  byDefault?: string;
  /** Lines below the commands in the usage */
  notes?: string;
};

type Shape = Record<string, z.ZodType>;
type None = Record<never, never>;

/** A command with the schemas of its words and options, of which the last word may be a list. */
export function defineCommand<
  Words extends Shape = None,
  List extends Shape = None,
  Options extends Shape = None,
>({
  takes = "",
  does,
  reach = "service",
  destroys,
  words,
  list,
  options,
  run,
}: {
  takes?: string;
  does: string;
  reach?: Reach;
  /** A sentence for the operator to confirm */
  destroys?: string;
  words?: Words;
  list?: List;
  options?: Options;
  run(given: z.output<z.ZodObject<Words & List & Options>>): Promise<Outcome>;
}): Command {
  const shape = { ...words, ...list, ...options } as Words & List & Options;
  const schema = z.object(shape);
  return {
    takes,
    does,
    reach,
    destroys,
    words: Object.keys({ ...words, ...list }),
    isOpen: list !== undefined,
    options: Object.keys(options ?? {}),
    prepare(given) {
      const read = schema.parse(given);
      return () => run(read);
    },
  };
}
