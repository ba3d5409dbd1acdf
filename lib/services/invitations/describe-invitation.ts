import type { InvitationResource } from "#lib/contract/invitations.ts";
import type { StoredInvitation } from "#lib/storage/invitations.ts";

type Shown = Omit<StoredInvitation, "organizationId" | "organizationName">;

/** What may be known of an invitation: its link was shown once. */
export function describeInvitation(invitation: Shown): InvitationResource {
  const { id, email, role, invitedBy, createdAt, expiresAt } = invitation;
  return {
    id,
    email,
    role,
    invitedBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
