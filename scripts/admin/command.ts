import { z } from "zod";

/** The result of a command: as JSON with `--json`, otherwise as text. */
export type Outcome = {
  result: unknown;
  text: string;
  /** A bad result, such as a trail that does not verify: the tool exits with 1. */
  failed?: boolean;
};

/**
 * The access of a command: the database as the service sees it, the same with the secrets of the service, or
 * the database as the owner of its tables.
 */
export type Reach = "service" | "secrets" | "owner";

export type Command = {
  /** The part after its name in the usage */
  takes: string;
  /** One line, or two. */
  does: string;
  reach: Reach;
  /** Names of the command's arguments, in order */
  words: readonly string[];
  /** Whether the last argument may be repeated or left out */
  isOpen: boolean;
  options: readonly string[];
  /** The loss that the operator has to confirm. */
  destroys: string | undefined;
  /** Checks the arguments; returns the work. Throws ZodError. */
  prepare(given: Record<string, unknown>): () => Promise<Outcome>;
};

/** A group of commands: the word after `npm run admin --`. */
export type Subject = {
  commands: Record<string, Command>;
  /** The command for the name alone, if there is one. */
  byDefault?: string;
  /** Lines below the commands in the usage */
  notes?: string;
};

type Shape = Record<string, z.ZodType>;
type None = Record<never, never>;

/** A command with the schemas of its arguments and options; the last argument may be a list. */
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
