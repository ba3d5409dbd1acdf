import { isDatabaseUnavailable } from "#lib/storage/failures.ts";

/** Whether a statement has failed for want of the database, so that it may be carried out or not. */
export function isUnanswered(error: unknown): boolean {
  return isDatabaseUnavailable(error);
}
