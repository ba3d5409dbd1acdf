import type { SignedInMember } from "#lib/auth/caller.ts";
import type { MemberResource } from "#lib/contract/members.ts";
import { listMembers } from "#lib/storage/organization-members.ts";
import { describeMember } from "./describe-member.ts";

/** The people of the caller's organization. */
export async function listOrganizationMembers({
  caller,
}: {
  caller: SignedInMember;
}): Promise<MemberResource[]> {
  const members = await listMembers(caller.organizationId);
  return members.map(describeMember);
}
