import type { SignedInMember } from "#lib/auth/caller.ts";
import { removeInvitation } from "#lib/storage/invitations.ts";
import { noInvitation } from "./open-invitation.ts";

/** Withdraws an invitation: its link works no more. Throws `not_found`. */
export async function withdrawInvitation({
  caller,
  invitationId,
}: {
  caller: SignedInMember;
  invitationId: string;
}): Promise<void> {
  if (!(await removeInvitation(caller.organizationId, invitationId))) throw noInvitation();
}
