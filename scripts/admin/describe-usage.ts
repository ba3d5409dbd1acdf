import type { Command, Subject } from "./command.ts";

const COLUMN = 46;
const END = `
  --json    print JSON
  --yes     do not ask before what cannot be undone
  --help    what a subject or a command takes

Works on the server that runs on DATA_DIR, or on DATABASE_URL. A change holds everywhere when it is printed.
`;

export function describeSubjects(subjects: readonly [string, Subject][]): string {
  return subjects.map(([name, subject]) => body(name, subject)).join("\n") + END;
}

export function describeSubject(name: string, subject: Subject): string {
  return body(name, subject) + END;
}

export function describeCommand(title: string, { takes, does, destroys }: Command): string {
  const options = destroys === undefined ? "[--json]" : "[--yes] [--json]";
  const head = `npm run admin -- ${[title, takes].join(" ").trim()} ${options}`;
  return [head, "", does, ...(destroys === undefined ? [] : [destroys]), ""].join("\n");
}

function body(name: string, { commands, notes }: Subject): string {
  const lines = Object.entries(commands).flatMap(([command, { takes, does }]) =>
    toLines(`  ${command} ${takes}`.trimEnd(), does.split("\n")),
  );
  const end = notes === undefined ? [] : ["", notes];
  return [`npm run admin -- ${name} <command>`, "", ...lines, ...end, ""].join("\n");
}

function toLines(head: string, does: string[]): string[] {
  const [first = "", ...rest] = does;
  const indent = " ".repeat(COLUMN);
  const begin = head.length < COLUMN - 1 ? [head.padEnd(COLUMN) + first] : [head, indent + first];
  return [...begin, ...rest.map((line) => indent + line)];
}
