import { forgetSessionsEverywhere } from "#lib/accounts/sessions.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Role } from "#lib/core/permissions.ts";
import type { Member } from "./contract.ts";
import { deleteMember, type MemberChange, selectMembers, updateMemberRole } from "./store.ts";

/** The people of the caller's organization. */
export async function listMembers({ caller }: { caller: SignedInMember }): Promise<Member[]> {
  return await selectMembers(caller.organizationId);
}

/** Ends the member's sessions, so that none goes on with the earlier role. Throws `not_found`, or `conflict` for the last owner. */
export async function changeRole({
  caller,
  memberId,
  role,
}: {
  caller: SignedInMember;
  memberId: string;
  role: Role;
}): Promise<Member> {
  const member = requireChanged(await updateMemberRole(caller.organizationId, memberId, role));
  await forgetSessionsEverywhere();
  return member;
}

/** Removes a member and ends their sessions. Throws `not_found`, or `conflict` for the last owner. */
export async function removeMember({
  caller,
  memberId,
}: {
  caller: SignedInMember;
  memberId: string;
}): Promise<void> {
  requireChanged(await deleteMember(caller.organizationId, memberId));
  await forgetSessionsEverywhere();
}

function requireChanged(change: MemberChange): Member {
  if (change.state === "changed") return change.member;
  if (change.state === "not_found") {
    throw new AppError("not_found", { message: "No such member" });
  }
  throw new AppError("conflict", {
    message: "An organization needs an owner",
    details: "make somebody else an owner first",
  });
}
