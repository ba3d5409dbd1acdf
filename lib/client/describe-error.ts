import { ApiError } from "./api-error.ts";

/** What a person is told of a failure: what the service said, or why it said nothing. */
export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return "Something went wrong in this page.";
  const { code, message, details, retryAfter } = error;
  if (code === "no_answer")
    return "The service does not answer. Check the connection and try again.";
  if (code === "unreadable") return "The service answered something unexpected. Reload the page.";
  if (code === "rate_limit_exceeded") {
    return `Too many requests. Try again in ${formatSeconds(retryAfter ?? 60)}.`;
  }
  return details ? `${message}: ${details}.` : `${message}.`;
}

/** A wait in words: "45 seconds", "3 minutes". */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
