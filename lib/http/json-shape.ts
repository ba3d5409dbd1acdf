import { formatPath } from "./format-path.ts";

export const DEEPEST = 8;
export const MOST_KEYS = 500;

type Path = readonly (string | number)[];

/**
 * What no field may be, known or not: text that the database or UTF-8 cannot hold, nesting and
 * object sizes beyond the contract's. Returns `path: reason`, or undefined where all is well.
 */
export function findShapeProblem(value: unknown): string | undefined {
  return inspect(value, [], 1);
}

function inspect(value: unknown, path: Path, depth: number): string | undefined {
  if (typeof value === "string") return inspectText(value, path);
  if (typeof value === "number") return inspectNumber(value, path);
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > DEEPEST) return problemAt(path, `nested deeper than ${DEEPEST} levels`);
  if (Array.isArray(value)) return inspectEntries(value.entries(), path, depth);

  const entries = Object.entries(value);
  if (entries.length > MOST_KEYS) return problemAt(path, `more than ${MOST_KEYS} keys`);
  const keyProblem = entries.find(([key]) => textProblem(key));
  if (keyProblem) return problemAt(path, `a key ${textProblem(keyProblem[0])}`);
  return inspectEntries(entries, path, depth);
}

function inspectEntries(
  entries: Iterable<[string | number, unknown]>,
  path: Path,
  depth: number,
): string | undefined {
  for (const [key, entry] of entries) {
    const problem = inspect(entry, [...path, key], depth + 1);
    if (problem) return problem;
  }
  return undefined;
}

function inspectText(text: string, path: Path): string | undefined {
  const problem = textProblem(text);
  return problem && problemAt(path, problem);
}

/** JSON has numbers of any size, such as 1e999. */
function inspectNumber(value: number, path: Path): string | undefined {
  return Number.isFinite(value) ? undefined : problemAt(path, "a number too large to be kept");
}

function textProblem(text: string): string | undefined {
  if (text.includes("\0")) return "contains a NUL character";
  return text.isWellFormed() ? undefined : "contains a lone surrogate";
}

function problemAt(path: Path, reason: string): string {
  return `${formatPath(path)}: ${reason}`;
}
