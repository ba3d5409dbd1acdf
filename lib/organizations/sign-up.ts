import { addressCounter, startAttempt, tooManyAttempts } from "#lib/accounts/attempts.ts";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { actOfMember } from "#lib/audit/act.ts";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { selfServiceEnvironments } from "#lib/core/vocabulary.ts";
import type { SignUpRequest } from "./contract.ts";
import { insertOrganization } from "./store.ts";

/**
 * Creates an organization of the free tier, which may act in development, and its owner. Throws `forbidden` where sign-up is off,
 * `conflict` for an email that is taken, and `rate_limit_exceeded` after too many of those.
 */
export async function signUp({
  address,
  request,
}: {
  address: string;
  request: SignUpRequest;
}): Promise<{ organizationId: string; memberId: string }> {
  if (!config().signUp) {
    throw new AppError("forbidden", {
      message: "Sign-up is turned off here; ask for an invitation",
    });
  }
  // The answer that an email is taken reveals a member, so it counts like a failed sign-in.
  const attempt = await startAttempt([addressCounter(address)]);
  if (attempt.state === "too_many") throw tooManyAttempts(attempt.retryAfter);

  const { organizationName: name, kind, email, password } = request;
  const organization = {
    id: createId("organization"),
    name,
    kind,
    tier: "free" as const,
    approvedEnvironments: selfServiceEnvironments,
  };
  const owner = { id: createId("member"), email, passwordHash: await hashPassword(password) };
  const { id: organizationId, tier } = organization;
  const who = { organizationId, memberId: owner.id };
  const acts = [
    actOfMember(who, "organization.created", {
      target: organizationId,
      after: { name, kind, tier, approvedEnvironments: selfServiceEnvironments },
    }),
    actOfMember(who, "member.joined", { target: owner.id, after: { role: "owner" } }),
  ];
  if ((await insertOrganization(organization, owner, acts)) === "email_taken") {
    throw new AppError("conflict", {
      message: "There is an account with this email already",
      details: "email: is taken",
    });
  }
  await attempt.end("passed");
  return who;
}
