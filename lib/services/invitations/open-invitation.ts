import type { OpenedInvitation } from "#lib/contract/invitations.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { findInvitation } from "#lib/storage/invitations.ts";

/** What the link offers. Throws `not_found` for one that is unknown, over, used or withdrawn. */
export async function openInvitation({ token }: { token: string }): Promise<OpenedInvitation> {
  const invitation = await findInvitation(hashToken(token));
  if (!invitation) throw noInvitation();

  const { email, role, organizationName } = invitation;
  return { email, role, organizationName };
}

export function noInvitation(): AppError {
  return new AppError("not_found", { message: "No such invitation, or it is over" });
}
