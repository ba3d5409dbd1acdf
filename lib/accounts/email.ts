import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { EMAIL_CONFIRMATION_HOURS } from "#lib/core/retention.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { requireLetterAllowance } from "#lib/mail/allowance.ts";
import { sendQueuedSoon } from "#lib/mail/queue-letter.ts";
import { getAccount } from "./account.ts";
import { forgetSessionsEverywhere } from "./find-session.ts";
import { confirmAddressLetter, takenAddressLetter } from "./letters.ts";
import { requireNoRecoveryHold } from "./recovery-hold.ts";
import {
  insertEmailConfirmation,
  selectEmailOfConfirmation,
  takeEmailConfirmation,
} from "./store-emails.ts";

/**
 * Sends a link to the new address, where the change takes effect. Whether the address is somebody else's
 * is said there and not in the answer. Throws `conflict` for one's own address, `rate_limit_exceeded`, or
 * `forbidden` after a recovery code.
 */
export async function changeEmail({
  caller,
  email,
}: {
  caller: SignedInMember;
  email: string;
}): Promise<void> {
  await requireNoRecoveryHold(caller, "email address");
  const account = await getAccount(caller);
  if (email === account.email) {
    throw new AppError("conflict", {
      message: "This is your address already",
      details: "email: is your address already",
    });
  }
  await sendLink(caller, email);
}

/**
 * Sends a link to the address that nobody has confirmed yet, of a member from before there were such
 * links. Throws `conflict` where it is confirmed, or `rate_limit_exceeded`.
 */
export async function sendConfirmation({ caller }: { caller: SignedInMember }): Promise<void> {
  const { email, emailVerifiedAt } = await getAccount(caller);
  if (emailVerifiedAt) {
    throw new AppError("conflict", { message: "Your address is confirmed already" });
  }
  await sendLink(caller, email);
}

async function sendLink(
  { memberId, organizationId }: SignedInMember,
  email: string,
): Promise<void> {
  await requireLetterAllowance({ to: email, organizationId });
  const token = createToken("eml");
  const expiresAt = new Date(Date.now() + EMAIL_CONFIRMATION_HOURS * 60 * 60_000);
  const link = { hash: hashToken(token), memberId, email, expiresAt };
  await insertEmailConfirmation(link, (isTaken) =>
    isTaken ? takenAddressLetter(email) : confirmAddressLetter(email, token),
  );
  await sendQueuedSoon();
}

/** The address that a link is for, to whoever asked for it. Throws `not_found`. */
export async function openConfirmation({
  caller,
  token,
}: {
  caller: SignedInMember;
  token: string;
}): Promise<{ email: string }> {
  const email = await selectEmailOfConfirmation(hashToken(token), caller);
  if (email === undefined) throw noLink();
  return { email };
}

/**
 * Makes the address the member's. Only in a session of whoever asked for the link: somebody else who
 * follows it must not lend their address to that account. Throws `not_found`, `conflict` for an address that
 * has become somebody else's, or `forbidden` for a new one after a recovery code.
 */
export async function confirmEmail({
  caller,
  token,
}: {
  caller: SignedInMember;
  token: string;
}): Promise<{ email: string }> {
  const { email } = await openConfirmation({ caller, token });
  const account = await getAccount(caller);
  // A recovery code may have come in since the link was asked for.
  if (email !== account.email) await requireNoRecoveryHold(caller, "email address");

  const outcome = await takeEmailConfirmation(hashToken(token), caller);
  if (outcome.state === "no_link") throw noLink();
  if (outcome.state === "taken") {
    throw new AppError("conflict", { message: "There is an account with this address already" });
  }
  await forgetSessionsEverywhere();
  await sendQueuedSoon();
  return { email: outcome.email };
}

function noLink(): AppError {
  return new AppError("not_found", { message: "No such link, or it is no longer valid" });
}
