import { parseArgs } from "node:util";
import { z } from "zod";
import type { Command, Outcome, Reach, Subject } from "./command.ts";
import { describeCommand, describeSubject, describeSubjects } from "./describe-usage.ts";
import { findSubject, listSubjects } from "./subjects.ts";
import { UsageError } from "./usage-error.ts";

export type Order =
  | { kind: "help"; text: string }
  | {
      kind: "run";
      json: boolean;
      reach: Reach;
      /** The loss that the operator has yet to confirm */
      destroys: string | undefined;
      run(): Promise<Outcome>;
    };

/** Parses the arguments. Throws UsageError, which says what is wrong with them. */
export async function readCommand(args: string[]): Promise<Order> {
  const subjectName = args.find((arg) => !arg.startsWith("-"));
  if (subjectName === undefined || subjectName === "help") {
    return { kind: "help", text: describeSubjects(await listSubjects()) };
  }
  const subject = await findSubject(subjectName);
  if (!subject) throw new UsageError(`there is no command ${subjectName}`);

  const { values, positionals } = parse(args, subject);
  const { json, help, yes, ...options } = values;
  const [, name = subject.byDefault, ...words] = positionals;
  if (help && positionals.length < 2) {
    return { kind: "help", text: describeSubject(subjectName, subject) };
  }
  if (name === undefined) throw new UsageError("the command is missing or unknown", subjectName);
  const command = Object.hasOwn(subject.commands, name) ? subject.commands[name] : undefined;
  const title = `${subjectName} ${name}`;
  if (!command) throw new UsageError(`there is no command ${title}`, subjectName);
  if (help) return { kind: "help", text: describeCommand(title, command) };

  const { reach, destroys } = command;
  if (yes && destroys === undefined) throw new UsageError(`${title} has no option --yes`);
  const given = { ...nameWords(title, command, words), ...pickOptions(title, command, options) };
  return {
    kind: "run",
    json: json === true,
    reach,
    destroys: yes ? undefined : destroys,
    run: prepare(command, given),
  };
}

function parse(args: string[], { commands }: Subject) {
  const names = Object.values(commands).flatMap(({ options }) => options);
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...options,
        help: { type: "boolean", short: "h" },
        json: { type: "boolean" },
        yes: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function nameWords(title: string, { words, isOpen }: Command, given: string[]) {
  const named = Object.fromEntries(
    words.map((word, at) => [
      word,
      isOpen && at === words.length - 1 ? given.slice(at) : given[at],
    ]),
  );
  if (!isOpen && given.length > words.length) {
    throw new UsageError(`${title} was given too many arguments`);
  }
  return named;
}

function pickOptions(title: string, command: Command, given: Record<string, unknown>) {
  const wrong = Object.keys(given).find((name) => !command.options.includes(name));
  if (wrong !== undefined) throw new UsageError(`${title} has no option --${wrong}`);
  return given;
}

function prepare(command: Command, given: Record<string, unknown>): () => Promise<Outcome> {
  try {
    return command.prepare(given);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    const name = String(issue?.path[0]);
    const reason = issue?.message ?? "the arguments are wrong";
    throw new UsageError(command.options.includes(name) ? `--${name}: ${reason}` : reason);
  }
}
