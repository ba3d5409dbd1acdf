import { formatPath } from "./format-path.ts";

export const DEEPEST = 8;
export const MOST_KEYS = 500;

/** Where it is, innermost step first, and what. */
type Problem = { steps: (string | number)[]; reason: string };

/**
 * What no field may be, known or not: text that the database or UTF-8 cannot hold, nesting and
 * object sizes beyond the contract's. Returns `path: reason`, or undefined where all is well.
 */
export function findShapeProblem(value: unknown): string | undefined {
  const problem = inspect(value, 1);
  return problem && `${formatPath(problem.steps.reverse())}: ${problem.reason}`;
}

function inspect(value: unknown, depth: number): Problem | undefined {
  if (typeof value === "string") return problemOf(textProblem(value));
  if (typeof value === "number") return problemOf(numberProblem(value));
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > DEEPEST) return problemOf(`nested deeper than ${DEEPEST} levels`);
  return Array.isArray(value) ? inspectList(value, depth) : inspectObject(value, depth);
}

function inspectList(list: unknown[], depth: number): Problem | undefined {
  for (let index = 0; index < list.length; index++) {
    const problem = inspect(list[index], depth + 1);
    if (problem) return at(index, problem);
  }
  return undefined;
}

function inspectObject(value: object, depth: number): Problem | undefined {
  const keys = Object.keys(value);
  if (keys.length > MOST_KEYS) return problemOf(`more than ${MOST_KEYS} keys`);
  for (const key of keys) {
    const reason = textProblem(key);
    if (reason) return problemOf(`a key ${reason}`);
    const problem = inspect(Reflect.get(value, key), depth + 1);
    if (problem) return at(key, problem);
  }
  return undefined;
}

/** JSON has numbers of any size, such as 1e999. */
function numberProblem(value: number): string | undefined {
  return Number.isFinite(value) ? undefined : "a number too large to be kept";
}

function textProblem(text: string): string | undefined {
  if (text.includes("\0")) return "contains a NUL character";
  return text.isWellFormed() ? undefined : "contains a lone surrogate";
}

function problemOf(reason: string | undefined): Problem | undefined {
  return reason === undefined ? undefined : { steps: [], reason };
}

// On the way back, so that nothing is kept of the way to what is well.
function at(step: string | number, problem: Problem): Problem {
  problem.steps.push(step);
  return problem;
}
