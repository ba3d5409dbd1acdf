import type { SignedInMember } from "#lib/auth/caller.ts";
import type { InvitationResource } from "#lib/contract/invitations.ts";
import { listInvitations } from "#lib/storage/invitations.ts";
import { describeInvitation } from "./describe-invitation.ts";

/** The invitations of the caller's organization that are open. */
export async function listOpenInvitations({
  caller,
}: {
  caller: SignedInMember;
}): Promise<InvitationResource[]> {
  const invitations = await listInvitations(caller.organizationId);
  return invitations.map(describeInvitation);
}
