import type { SignedInMember } from "#lib/auth/caller.ts";
import {
  INVITATION_DAYS,
  type InvitationRequest,
  type InvitationResource,
} from "#lib/contract/invitations.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { createId } from "#lib/ids/create-id.ts";
import { publicUrl } from "#lib/public-url.ts";
import { getAccount } from "#lib/services/session/get-account.ts";
import { saveInvitation } from "#lib/storage/invitations.ts";
import { describeInvitation } from "./describe-invitation.ts";

/**
 * Invites somebody; whoever has the link can accept, so it is for the caller to pass on. Throws
 * `conflict` for a member.
 */
export async function createInvitation({
  caller,
  request,
}: {
  caller: SignedInMember;
  request: InvitationRequest;
}): Promise<{ invitation: InvitationResource; link: string }> {
  const { email: invitedBy } = await getAccount(caller);
  const token = createToken("inv");
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * 24 * 60 * 60 * 1000);
  const invitation = { id: createId("invitation"), ...request, createdAt, expiresAt };
  const isSaved = await saveInvitation({
    ...invitation,
    organizationId: caller.organizationId,
    invitedById: caller.memberId,
    tokenHash: hashToken(token),
  });
  if (!isSaved) {
    throw new AppError("conflict", {
      message: "This person is a member already",
      details: "email: is a member's",
    });
  }
  // Behind the #, so that the token gets into no log on its way.
  const link = `${publicUrl()}/invite#${token}`;
  return { invitation: describeInvitation({ ...invitation, invitedBy }), link };
}
