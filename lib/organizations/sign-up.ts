import { hashPassword } from "#lib/accounts/hash-password.ts";
import { addressRung, takeTry, tooManyTries } from "#lib/accounts/tries.ts";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { isUniqueViolation } from "#lib/storage/transaction.ts";
import type { SignUpRequest } from "./contract.ts";
import { insertOrganization } from "./store.ts";

/**
 * Makes an organization of the free tier and its owner. Throws `forbidden` where nobody may,
 * `conflict` for an email that is taken, and `rate_limit_exceeded` for whoever finds too many taken.
 */
export async function signUp({
  address,
  request,
}: {
  address: string;
  request: SignUpRequest;
}): Promise<{ organizationId: string; memberId: string }> {
  if (!config().signUp) {
    throw new AppError("forbidden", { message: "Nobody can sign up here; ask for an invitation" });
  }
  // An answer that an email is taken tells who is a member, so it counts like a failed sign-in.
  const attempt = await takeTry([addressRung(address)]);
  if (attempt.state === "too_many") throw tooManyTries(attempt.retryAfter);

  const { organizationName: name, kind, email, password } = request;
  const organization = { id: createId("organization"), name, kind, tier: "free" as const };
  const owner = { id: createId("member"), email, passwordHash: await hashPassword(password) };
  await insertOrganization(organization, owner).catch((error) => {
    throw isUniqueViolation(error) ? emailTaken() : error;
  });
  await attempt.end("passed");
  return { organizationId: organization.id, memberId: owner.id };
}

function emailTaken(): AppError {
  return new AppError("conflict", {
    message: "There is an account with this email already",
    details: "email: is taken",
  });
}
