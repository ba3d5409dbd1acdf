import { ApiError } from "./api-error.ts";

/** A request is sent so many times at most. */
export const MAX_ATTEMPTS = 3;

/** The wait after the first attempt; ms. */
const FIRST_WAIT_MS = 1000;

const TEMPORARY: readonly number[] = [429, 500, 502, 503, 504];

/** Whether the same request may get another answer: no answer in time, or a temporary failure. */
export function isTemporary(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.code === "no_answer" || TEMPORARY.includes(error.status);
}

/**
 * How long to wait after so many attempts, in ms: 1000 × 2^n, with n = 0 after the first, or `Retry-After` if that is
 * longer.
 */
export function waitAfter(attempts: number, retryAfter = 0): number {
  return Math.max(FIRST_WAIT_MS * 2 ** (attempts - 1), retryAfter * 1000);
}
