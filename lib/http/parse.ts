import type { z } from "zod";
import { AppError } from "#lib/core/errors.ts";
import { explainIssue } from "#lib/core/explain-issue.ts";
import { formatPath } from "#lib/core/format-path.ts";
import { dropNulls } from "#lib/core/sent-body.ts";
import { explainUnstorable } from "#lib/core/text.ts";

/**
 * Parses the input with its schema. Throws `invalid_request` that lists each failing field as `path: reason`;
 * a reason never repeats the value.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const seen = { protoKey: false };
  const problem = findTextProblem(input, seen);
  if (problem) throw invalidInput(problem);

  const parsed = schema.safeParse(input, { error: explainIssue, reportInput: false });
  if (parsed.success) {
    if (seen.protoKey) keepProtoKeys(input, parsed.data);
    return parsed.data;
  }

  const reasons = parsed.error.issues
    .slice(0, MAX_REASONS)
    .map(({ path, message }) => `${formatPath(path)}: ${message}`);
  throw invalidInput(reasons.join("; "));
}

/** The same for a body, in which `null` for an optional field means that it is absent. */
export function parseBody<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  return parseInput(schema, dropNulls(schema, sent));
}

/**
 * The same for the parameters of a query. Unknown ones are refused, not ignored: a misspelled filter would go
 * unnoticed.
 */
export function parseQuery<S extends z.ZodObject>(
  schema: S | undefined,
  sent: URLSearchParams,
): z.output<S> | undefined {
  const known = Object.keys(schema?.shape ?? {});
  const names = [...sent.keys()];
  const reasons = [...new Set(names)].flatMap((name) => {
    if (!known.includes(name))
      return [`${formatPath([name])}: is not a parameter of this endpoint`];
    return sent.getAll(name).length > 1 ? [`${formatPath([name])}: is given more than once`] : [];
  });
  if (reasons.length > 0) throw invalidInput(reasons.slice(0, MAX_REASONS).join("; "));
  return schema && parseInput(schema, Object.fromEntries(sent));
}

const MAX_REASONS = 20;

export function invalidInput(details: string): AppError {
  return new AppError("invalid_request", { message: "Request validation failed", details });
}

/**
 * Puts back what zod leaves out of every object that it creates: a key of the input named `__proto__`.
 * In a receipt it is a field like any other; here it is defined, never assigned.
 */
export function keepProtoKeys(input: unknown, parsed: unknown): void {
  if (!isObject(input) || !isObject(parsed) || input === parsed) return;

  const field = Object.getOwnPropertyDescriptor(input, "__proto__");
  if (field) Object.defineProperty(parsed, "__proto__", field);
  for (const key of Object.keys(parsed)) {
    keepProtoKeys(Reflect.get(input, key), Reflect.get(parsed, key));
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The location, innermost step first, and the reason. */
type Problem = { steps: (string | number)[]; reason: string };

/** Other findings of the walk through an input. */
type Seen = { protoKey: boolean };

/**
 * Text that no field may have, in the schema or not: the database or UTF-8 cannot hold it. Returns `path: reason`, or
 * undefined if there is no problem. The input is as flat as `scanJson` allows.
 */
export function findTextProblem(
  value: unknown,
  seen: Seen = { protoKey: false },
): string | undefined {
  const problem = inspect(value, seen);
  return problem && `${formatPath(problem.steps.reverse())}: ${problem.reason}`;
}

function inspect(value: unknown, seen: Seen): Problem | undefined {
  if (typeof value === "string") return problemOf(explainUnstorable(value));
  if (!isObject(value)) return undefined;
  return Array.isArray(value) ? inspectList(value, seen) : inspectObject(value, seen);
}

function inspectList(list: unknown[], seen: Seen): Problem | undefined {
  for (let index = 0; index < list.length; index++) {
    const problem = inspect(list[index], seen);
    if (problem) return at(index, problem);
  }
  return undefined;
}

function inspectObject(value: Record<string, unknown>, seen: Seen): Problem | undefined {
  // Without a list of the keys, which would be garbage of every payment.
  for (const key in value) {
    const reason = explainUnstorable(key);
    if (reason) return problemOf(`a key ${reason}`);
    if (key === "__proto__") seen.protoKey = true;
    const problem = inspect(value[key], seen);
    if (problem) return at(key, problem);
  }
  return undefined;
}

function problemOf(reason: string | undefined): Problem | undefined {
  return reason === undefined ? undefined : { steps: [], reason };
}

// Built on the way back, so that values without a problem need no path.
function at(step: string | number, problem: Problem): Problem {
  problem.steps.push(step);
  return problem;
}
