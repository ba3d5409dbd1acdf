import type { SignedInMember } from "#lib/auth/caller.ts";
import { removeMember } from "#lib/storage/organization-members.ts";
import { requireChanged } from "./require-changed.ts";

/** Removes a member, whose sessions end. Throws `not_found`, or `conflict` for the last owner. */
export async function removeOrganizationMember({
  caller,
  memberId,
}: {
  caller: SignedInMember;
  memberId: string;
}): Promise<void> {
  requireChanged(await removeMember(caller.organizationId, memberId));
}
