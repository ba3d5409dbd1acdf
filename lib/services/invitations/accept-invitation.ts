import { hashPassword } from "#lib/auth/passwords.ts";
import { isEmail, passwordIsEmail } from "#lib/contract/password.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { createId } from "#lib/ids/create-id.ts";
import { isUniqueViolation } from "#lib/storage/database.ts";
import { acceptInvitation } from "#lib/storage/invitations.ts";
import { noInvitation, openInvitation } from "./open-invitation.ts";

/**
 * Makes the member. Throws `not_found` for a link that is over, `invalid_request` that names the
 * password, and `conflict` where the email belongs to a member of another organization.
 */
export async function acceptOpenInvitation({
  token,
  password,
}: {
  token: string;
  password: string;
}): Promise<{ memberId: string }> {
  // Before the password is hashed: that is work, and not for everybody who sends something.
  const { email } = await openInvitation({ token });
  if (isEmail(password, email)) {
    throw new AppError("invalid_request", {
      message: "Request validation failed",
      details: `password: ${passwordIsEmail}`,
    });
  }

  const member = { id: createId("member"), passwordHash: await hashPassword(password) };
  const isAccepted = await acceptInvitation(hashToken(token), member).catch((error) => {
    throw isUniqueViolation(error) ? emailTaken() : error;
  });
  if (!isAccepted) throw noInvitation();
  return { memberId: member.id };
}

function emailTaken(): AppError {
  return new AppError("conflict", {
    message: "This email belongs to a member of another organization",
    details: "ask to be invited under another address",
  });
}
