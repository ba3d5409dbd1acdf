import type { SignedInMember } from "#lib/auth/caller.ts";
import type { MemberResource } from "#lib/contract/members.ts";
import type { Role } from "#lib/contract/role.ts";
import { changeMemberRole } from "#lib/storage/organization-members.ts";
import { describeMember } from "./describe-member.ts";
import { requireChanged } from "./require-changed.ts";

/** Counts at the member's next call. Throws `not_found`, or `conflict` for the last owner. */
export async function changeRole({
  caller,
  memberId,
  role,
}: {
  caller: SignedInMember;
  memberId: string;
  role: Role;
}): Promise<MemberResource> {
  return describeMember(
    requireChanged(await changeMemberRole(caller.organizationId, memberId, role)),
  );
}
