import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Role } from "#lib/core/permissions.ts";
import type { MemberResource } from "./contract.ts";
import {
  deleteMember,
  type MemberChange,
  type OrganizationMember,
  selectMembers,
  updateMemberRole,
} from "./store.ts";

/** The people of the caller's organization. */
export async function listMembers({
  caller,
}: {
  caller: SignedInMember;
}): Promise<MemberResource[]> {
  const members = await selectMembers(caller.organizationId);
  return members.map(describeMember);
}

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
    requireChanged(await updateMemberRole(caller.organizationId, memberId, role)),
  );
}

/** Removes a member, whose sessions end. Throws `not_found`, or `conflict` for the last owner. */
export async function removeMember({
  caller,
  memberId,
}: {
  caller: SignedInMember;
  memberId: string;
}): Promise<void> {
  requireChanged(await deleteMember(caller.organizationId, memberId));
}

function describeMember(member: OrganizationMember): MemberResource {
  const { createdAt, lastSeenAt, totpSince, ...rest } = member;
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    secondFactor: totpSince !== null,
  };
}

/** The member as it is now, or was. Throws `not_found`, or `conflict` for the last owner. */
function requireChanged(change: MemberChange): OrganizationMember {
  if (change.state === "changed") return change.member;
  if (change.state === "not_found") {
    throw new AppError("not_found", { message: "No such member" });
  }
  throw new AppError("conflict", {
    message: "An organization needs an owner",
    details: "make somebody else an owner first",
  });
}
