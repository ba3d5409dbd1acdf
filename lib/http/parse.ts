import { z } from "zod";
import { MAX_DEPTH, MAX_KEYS } from "#lib/core/body-limits.ts";
import { AppError } from "#lib/core/errors.ts";
import { explainIssue } from "#lib/core/explain-issue.ts";

/**
 * Parses the input with its schema. Throws `invalid_request` that lists each failing field as `path: reason`;
 * a reason never repeats the value.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const seen = { protoKey: false };
  const problem = findShapeProblem(input, seen);
  if (problem) throw invalid(problem);

  const parsed = schema.safeParse(input, { error: explainIssue, reportInput: false });
  if (parsed.success) {
    if (seen.protoKey) keepProtoKeys(input, parsed.data);
    return parsed.data;
  }

  const reasons = parsed.error.issues.map(({ path, message }) => `${formatPath(path)}: ${message}`);
  throw invalid(reasons.slice(0, MAX_REASONS).join("; "));
}

/** The same for a body, in which `null` for an optional field means that it is absent. */
export function parseBody<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  return parseInput(schema, schema instanceof z.ZodObject ? dropNulls(schema, sent) : sent);
}

function dropNulls({ shape }: z.ZodObject, sent: unknown): unknown {
  if (!isObject(sent) || !Object.values(sent).includes(null)) return sent;
  const kept = Object.entries(sent).filter(([name, value]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return value !== null || !accepts(field, undefined) || accepts(field, null);
  });
  return Object.fromEntries(kept);
}

function accepts(field: z.core.$ZodType | undefined, value: unknown): boolean {
  return field !== undefined && z.safeParse(field, value).success;
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
  if (reasons.length > 0) throw invalid(reasons.slice(0, MAX_REASONS).join("; "));
  return schema && parseInput(schema, Object.fromEntries(sent));
}

const MAX_REASONS = 20;

function invalid(details: string): AppError {
  return new AppError("invalid_request", { message: "Request validation failed", details });
}

/** `items[0].name`; `body` for the whole. */
export function formatPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "body";
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      const name = readableName(String(step));
      return index === 0 ? name : `.${name}`;
    })
    .join("");
}

/** Shows a field name of the caller's only if it reads as a name, since it could be a card number. */
function readableName(name: string): string {
  const isName = /^[\w-]{1,64}$/.test(name) && name.replace(/\D+/g, "").length < 12;
  return isName ? name : "(unreadable name)";
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
 * Values that no field may have, in the schema or not: text that the database or UTF-8 cannot hold, and
 * objects that are too deep or too large. Returns `path: reason`, or undefined if there is no problem.
 */
export function findShapeProblem(
  value: unknown,
  seen: Seen = { protoKey: false },
): string | undefined {
  const problem = inspect(value, 1, seen);
  return problem && `${formatPath(problem.steps.reverse())}: ${problem.reason}`;
}

function inspect(value: unknown, depth: number, seen: Seen): Problem | undefined {
  if (typeof value === "string") return problemOf(textProblem(value));
  if (typeof value === "number") return problemOf(numberProblem(value));
  if (!isObject(value)) return undefined;
  if (depth > MAX_DEPTH) return problemOf(`nested deeper than ${MAX_DEPTH} levels`);
  return Array.isArray(value) ? inspectList(value, depth, seen) : inspectObject(value, depth, seen);
}

function inspectList(list: unknown[], depth: number, seen: Seen): Problem | undefined {
  for (let index = 0; index < list.length; index++) {
    const problem = inspect(list[index], depth + 1, seen);
    if (problem) return at(index, problem);
  }
  return undefined;
}

function inspectObject(
  value: Record<string, unknown>,
  depth: number,
  seen: Seen,
): Problem | undefined {
  let keys = 0;
  // Without a list of the keys, which would be garbage of every payment.
  for (const key in value) {
    if (++keys > MAX_KEYS) return problemOf(`more than ${MAX_KEYS} keys`);
    const reason = textProblem(key);
    if (reason) return problemOf(`a key ${reason}`);
    if (key === "__proto__") seen.protoKey = true;
    const problem = inspect(value[key], depth + 1, seen);
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

// Built on the way back, so that values without a problem need no path.
function at(step: string | number, problem: Problem): Problem {
  problem.steps.push(step);
  return problem;
}

/**
 * The name of a field whose integer cannot be returned as it came: beyond 2^53, JavaScript's numbers
 * skip some. Undefined for nearly every body, after one search for a long run of digits.
 */
export function findInexactNumber(json: string): string | undefined {
  if (!/\d{16}/.test(json)) return undefined;

  let found: string | undefined;
  JSON.parse(json, (key, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    if (typeof value === "number" && source !== undefined && isInexact(value, source))
      found ??= key;
    return value;
  });
  return found === undefined ? undefined : formatPath([found]);
}

function isInexact(value: number, source: string): boolean {
  return /^-?\d+$/.test(source) && BigInt(source) !== BigInt(value);
}
