import type { z } from "zod";
import { AppError } from "#lib/errors/app-error.ts";
import { formatPath } from "./format-path.ts";
import { findShapeProblem } from "./json-shape.ts";
import { keepProtoKeys } from "./keep-proto-keys.ts";

/**
 * The input as the contract has it. Throws `invalid_request` that lists each failing field as
 * `path: reason`; a reason never repeats the value.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const problem = findShapeProblem(input);
  if (problem) throw invalid(problem);

  const parsed = schema.safeParse(input, { reportInput: false });
  if (parsed.success) {
    keepProtoKeys(input, parsed.data);
    return parsed.data;
  }

  const reasons = parsed.error.issues.map(
    ({ path, message }) => `${formatPath(path)}: ${readableReason(message)}`,
  );
  throw invalid(reasons.slice(0, MOST_REASONS).join("; "));
}

function readableReason(message: string): string {
  return message
    .replace(/^Invalid input: /, "")
    .replace(/^expected \w+, received undefined$/, "is required");
}

const MOST_REASONS = 20;

function invalid(details: string): AppError {
  return new AppError("invalid_request", { message: "Request validation failed", details });
}
