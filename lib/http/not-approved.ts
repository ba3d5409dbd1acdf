import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/vocabulary.ts";

/** For a caller in an environment that is not open to the organization. */
export function notApproved(environment: Environment): AppError {
  return new AppError("forbidden", {
    message: `Your organization may not act in ${environment}`,
    details: `the operator of this service opens ${environment} to an organization`,
  });
}
