import { AppError } from "#lib/errors/app-error.ts";

/** `seconds` until the next try is judged. */
export function tooManyTries(seconds: number): AppError {
  return new AppError("rate_limit_exceeded", {
    message: "Too many failed tries",
    details: `retry in ${seconds} seconds`,
    headers: { "Retry-After": String(seconds) },
  });
}
