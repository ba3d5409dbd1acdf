import { hashPassword } from "#lib/accounts/hash-password.ts";
import { requireStrongPassword } from "#lib/accounts/require-strong-password.ts";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { SIGN_UP_HOURS } from "#lib/core/retention.ts";
import { selfServiceEnvironments } from "#lib/core/vocabulary.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { hasInboxAllowance, requireStrangerAllowance } from "#lib/mail/allowance.ts";
import { sendQueuedSoon } from "#lib/mail/queue-letter.ts";
import type { SignUpRequest } from "./contract-sign-up.ts";
import { signUpLetter } from "./letters.ts";
import {
  insertConfirmedSignUp,
  insertSignUp,
  type OpenSignUp,
  selectSignUp,
} from "./store-sign-up.ts";

/**
 * Sends a link to the address, with which its owner creates the account. Neither the answer nor its time
 * reveals whether there is one already, or whether the inbox has had enough. Throws `forbidden` where sign-up
 * is off, or `rate_limit_exceeded`.
 */
export async function signUp({
  address,
  request,
}: {
  address: string;
  request: SignUpRequest;
}): Promise<void> {
  requireSignUp();
  const { email } = request;
  await requireStrangerAllowance(address);
  if (!(await hasInboxAllowance({ to: email, about: "sign_up" }))) return;

  const token = createToken("sup");
  const expiresAt = new Date(Date.now() + SIGN_UP_HOURS * 60 * 60_000);
  await insertSignUp({ ...request, hash: hashToken(token), expiresAt }, (isMember) =>
    signUpLetter(email, token, isMember),
  );
  await sendQueuedSoon();
}

/** The account that the link creates. Throws `not_found` if it is unknown, expired, or used. */
export async function openSignUp({ token }: { token: string }): Promise<OpenSignUp> {
  requireSignUp();
  const pending = await selectSignUp(hashToken(token));
  if (!pending) throw noSignUp();
  return pending;
}

/**
 * Creates an organization of the free tier, which may act in development, and its owner. Throws
 * `not_found` as above, `invalid_request` that names the password, and `conflict` where the address has
 * joined another organization meanwhile.
 */
export async function confirmSignUp({
  token,
  password,
}: {
  token: string;
  password: string;
}): Promise<{ organizationId: string; memberId: string }> {
  const { email, organizationName } = await openSignUp({ token });
  await requireStrongPassword({ field: "password", password, email, known: [organizationName] });

  const approvedEnvironments = selfServiceEnvironments;
  const organization = {
    id: createId("organization"),
    tier: "free" as const,
    approvedEnvironments,
  };
  const owner = { id: createId("member"), passwordHash: await hashPassword(password) };
  const outcome = await insertConfirmedSignUp(hashToken(token), organization, owner);
  if (outcome === "no_sign_up") throw noSignUp();
  if (outcome === "email_taken") {
    throw new AppError("conflict", { message: "There is an account with this email already" });
  }
  return { organizationId: organization.id, memberId: owner.id };
}

function requireSignUp(): void {
  if (config().signUp) return;
  throw new AppError("forbidden", {
    message: "Sign-up is turned off here; ask for an invitation",
  });
}

function noSignUp(): AppError {
  return new AppError("not_found", { message: "No such link, or it is no longer valid" });
}
