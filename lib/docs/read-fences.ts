/** Languages whose fences the tests run, by their info string. */
export const runLanguages = ["sh", "ts", "py"] as const;

export type RunLanguage = (typeof runLanguages)[number];

export type Fence = {
  /** Empty for a fence without an info string. */
  language: string;
  code: string;
  /** Where its code begins in the guide, counted from 1. */
  line: number;
  /** How it is checked: run with the others of its language, compared with a file, or not at all. */
  check: { kind: "run"; language: RunLanguage } | { kind: "file"; path: string } | { kind: "none" };
  /** Whether it says `no-run`, which the test has to allow. */
  isNoRun: boolean;
  /** Whether only blank lines are between it and the fence before. */
  isDirectlyBehind: boolean;
};

/** The code fences of a guide, in order. Throws for one that is never closed. */
export function readFences(markdown: string): Fence[] {
  const lines = markdown.split("\n");
  const fences: Fence[] = [];
  let end = -1;
  for (let at = 0; at < lines.length; at += 1) {
    const opening = /^( *)(`{3,})(\S*) *(.*)$/.exec(lines[at] ?? "");
    if (!opening) continue;
    const [, indent = "", ticks = "", language = "", info = ""] = opening;
    const close = lines.findIndex((line, index) => index > at && line.trim() === ticks);
    if (close === -1) throw new Error(`line ${at + 1}: the code fence is not closed`);
    const code = lines.slice(at + 1, close).map((line) => line.replace(indent, ""));
    const words = info.split(/\s+/).filter(Boolean);
    fences.push({
      language,
      code: code.join("\n"),
      line: at + 2,
      check: readCheck(language, words),
      isNoRun: words.includes("no-run"),
      isDirectlyBehind: end !== -1 && lines.slice(end + 1, at).every((line) => line.trim() === ""),
    });
    end = close;
    at = close;
  }
  return fences;
}

function readCheck(language: string, words: string[]): Fence["check"] {
  const file = words.find((word) => word.startsWith("file="));
  if (file) return { kind: "file", path: file.slice("file=".length) };
  const known = runLanguages.find((each) => each === language);
  if (!known || words.includes("no-run")) return { kind: "none" };
  return { kind: "run", language: known };
}

/** Fences that show the same in several languages: consecutive, with only blank lines between. */
export function groupFences(fences: readonly Fence[]): Fence[][] {
  const groups: Fence[][] = [];
  for (const fence of fences) {
    const group = groups.at(-1);
    const isNext = group && fence.isDirectlyBehind && isTab(fence) && group.every(isTab);
    const isOther = group?.every(({ language }) => language !== fence.language);
    if (isNext && isOther) group.push(fence);
    else groups.push([fence]);
  }
  return groups;
}

function isTab({ language }: Fence): boolean {
  return runLanguages.some((each) => each === language);
}

export type RunFence = Fence & {
  /** What it prints; `…` stands for anything within its line. */
  expected: string | undefined;
};

/** The fences of one language that are run, with what each has to print. */
export function listRunFences(markdown: string, language: RunLanguage): RunFence[] {
  const groups = groupFences(readFences(markdown));
  return groups.flatMap((group, at) => {
    const [next] = groups[at + 1] ?? [];
    const isOutput = next?.language === "text" && next.isDirectlyBehind;
    const expected = isOutput ? next.code : undefined;
    return group
      .filter(({ check }) => check.kind === "run" && check.language === language)
      .map((fence) => ({ ...fence, expected }));
  });
}

/**
 * Whether the output is what a `text` fence says, apart from spaces at the ends of lines: `…` stands for
 * anything within a line.
 */
export function matchesOutput(output: string, expected: string): boolean {
  const printed = output.trimEnd().split("\n");
  const wanted = expected.trimEnd().split("\n");
  return (
    printed.length === wanted.length &&
    wanted.every((line, at) => patternOf(line).test(printed[at]?.trimEnd() ?? ""))
  );
}

function patternOf(line: string): RegExp {
  const parts = line
    .trimEnd()
    .split("…")
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}
