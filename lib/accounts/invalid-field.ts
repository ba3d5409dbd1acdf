import { AppError } from "#lib/core/errors.ts";

/** For what only the service can see of a field. */
export function invalidField(field: string, reason: string): AppError {
  return new AppError("invalid_request", {
    message: "Request validation failed",
    details: `${field}: ${reason}`,
  });
}
