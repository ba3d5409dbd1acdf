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
 * Sends a link to the new address, where the change takes effect. If the address belongs to another account,
 * the letter says so and the answer does not. Throws `conflict` for the current address,
 * `rate_limit_exceeded`, or `forbidden` after a recovery code.
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
 * Sends a link to the unconfirmed address of a member from before there were such links. Throws `conflict` if
 * it is confirmed, or `rate_limit_exceeded`.
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

/** The address that a link is for; only the member who requested the link gets it. Throws `not_found`. */
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
 * Makes the address the member's, only in a session of the member who requested the link: another person who
 * follows it must not lend their address to that account. Throws `not_found`, `conflict` for an address that
 * belongs to another account by now, or `forbidden` for a new one after a recovery code.
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
  // A recovery code may have been used since the link was requested.
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
