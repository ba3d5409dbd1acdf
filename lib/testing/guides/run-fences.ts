import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { matchesOutput, type RunFence, type RunLanguage } from "#lib/docs/read-fences.ts";

const root = join(import.meta.dirname, "../../..");

/** The guide to run alone, by the name of its file. */
export const chosenGuide = process.env.GUIDE;

/** How long the program of a guide may take: far more than it needs on a slow machine. */
const LIMIT_MS = 300_000;

/** Printed behind each fence, to know what each of them printed, and which one failed. */
const MARK = "--- end of the fence of line";

const languages = {
  sh: { command: ["bash", "-eu"], mark: (line: number) => `printf '%s\\n' '${MARK} ${line}'` },
  ts: { command: [process.execPath], mark: (line: number) => `console.log("${MARK} ${line}");` },
  py: {
    command: ["python3", "-B"],
    mark: (line: number) => `print("${MARK} ${line}", flush=True)`,
  },
} satisfies Record<RunLanguage, { command: string[]; mark: (line: number) => string }>;

const strictCurl = `curl() { command curl --fail-with-body "$@"; }`;

/** A folder of the project, where its packages are found; Git and all checks leave it alone. */
export const guidesFolder = join(root, ".guides");

/**
 * Writes the program that the fences of one language form. Each stands at the line that it has in the guide, so
 * that a stack trace names that line.
 */
export function writeProgram(guide: string, language: RunLanguage, fences: readonly RunFence[]) {
  const { mark } = languages[language];
  const lines: string[] = [];
  for (const { code, line, expected } of fences) {
    while (lines.length < line - (language === "sh" ? 2 : 1)) lines.push("");
    // Where nothing says what an answer is, a refused call is a failure.
    if (language === "sh") lines.push(expected === undefined ? strictCurl : "unset -f curl");
    lines.push(...code.split("\n"), mark(line));
  }
  // Without a name that is exported or imported, it would not be a module.
  if (language === "ts") lines.push("export {};");
  const folder = join(guidesFolder, guide, language);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${guide}.${language}`);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

/** Runs such a program. Throws an error that names the guide, the language, and the line of what failed. */
export async function runProgram(
  path: string,
  language: RunLanguage,
  {
    guide,
    fences,
    env,
  }: { guide: string; fences: readonly RunFence[]; env: Record<string, string> },
): Promise<void> {
  const [command = "", ...args] = languages[language].command;
  const program = spawn(command, [...args, path], {
    cwd: join(path, ".."),
    env: {
      PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`,
      HOME: process.env.HOME,
      NODE_ENV: "test",
      PYTHONPATH: join(root, "packages/python"),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: LIMIT_MS,
  });
  const exited = once(program, "exit");
  const [stdout, stderr] = await Promise.all([text(program.stdout), text(program.stderr)]);
  const [code] = await exited;
  const outputs = stdout.split(new RegExp(`${MARK} \\d+\n`));
  for (const [at, fence] of fences.entries()) {
    const output = outputs[at] ?? "";
    const place = `docs/guides/${guide}.md:${fence.line} (${language})`;
    if (at === outputs.length - 1) {
      throw new Error(`${place}: ended with ${code}\n${output}${stderr}`);
    }
    if (fence.expected !== undefined && !matchesOutput(output, fence.expected)) {
      throw new Error(`${place}: expected\n${fence.expected}\nbut it printed\n${output}${stderr}`);
    }
  }
  if (code !== 0) throw new Error(`docs/guides/${guide}.md (${language}): exit ${code}\n${stderr}`);
}

/** A file of the repository, or its part between `#region name` and `#endregion` for `path#name`. */
export function readRegion(reference: string): string {
  const [path = "", name] = reference.split("#");
  const file = readFileSync(join(root, path), "utf8").trimEnd();
  if (name === undefined) return file;
  const lines = file.split("\n");
  const start = lines.findIndex((line) => /^\s*(?:\/\/|#) #region (.*)$/.exec(line)?.[1] === name);
  const length = lines.slice(start).findIndex((line) => /^\s*(?:\/\/|#) #endregion/.test(line));
  if (start === -1 || length === -1) throw new Error(`${path} has no region ${name}`);
  const region = lines.slice(start + 1, start + length);
  const indents = region.filter(Boolean).map((line) => line.search(/\S/));
  return region.map((line) => line.slice(Math.min(...indents))).join("\n");
}
