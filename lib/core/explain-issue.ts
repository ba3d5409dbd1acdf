import type { z } from "zod";

/**
 * The problem with a field, for the caller: what the field must be, never its value. Undefined for a problem
 * with a message of its own.
 */
export function explainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${nameType(issue.expected)}`;
    case "too_small":
      return explainBound(issue.origin, issue.minimum, issue.inclusive ? "at least" : "above");
    case "too_big":
      return explainBound(issue.origin, issue.maximum, issue.inclusive ? "at most" : "below");
    case "invalid_value":
      return explainChoice(issue.values);
    case "unrecognized_keys":
      return "has a field that is not known here";
    case "invalid_union":
      return "must have one of the documented forms";
    case "invalid_format":
      return "does not have the documented format";
    case "custom":
      return undefined;
    default:
      return "is not valid";
  }
}

function nameType(expected: string): string {
  return typeNames[expected] ?? `of type ${expected}`;
}

const typeNames: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

function explainBound(origin: string, bound: number | bigint, relation: string): string {
  const limit = bound.toLocaleString("en-US");
  const one = bound === 1 || bound === 1n;
  if (origin === "string") {
    if (relation === "at least" && one) return "must not be empty";
    return `must have ${relation} ${limit} ${one ? "character" : "characters"}`;
  }
  if (origin === "array") return `must have ${relation} ${limit} ${one ? "entry" : "entries"}`;
  return `must be ${relation} ${limit}`;
}

function explainChoice(values: readonly unknown[]): string {
  const [only] = values;
  return values.length === 1 ? `must be ${only}` : `must be one of ${values.join(", ")}`;
}
