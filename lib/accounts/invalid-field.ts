import { AppError } from "#lib/core/errors.ts";

/** For problems with a field that only the service can detect. */
export function invalidField(field: string, reason: string): AppError {
  return new AppError("invalid_request", {
    message: "Request validation failed",
    details: `${field}: ${reason}`,
  });
}
