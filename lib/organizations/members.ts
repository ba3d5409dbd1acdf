import { forgetSessionsEverywhere } from "#lib/accounts/find-session.ts";
import type { MadeKey } from "#lib/api-keys/contract.ts";
import { listKeysMadeBy } from "#lib/api-keys/manage.ts";
import { actOf } from "#lib/audit/act.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { type CsvFile, nameCsv, pagesOf, writeCsv } from "#lib/core/csv.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Role } from "#lib/core/permissions.ts";
import { requireUpgraded } from "#lib/recipients/require-upgraded.ts";
import type { Member } from "./contract.ts";
import { deleteMember, type MemberChange, selectMembers, updateMemberRole } from "./store.ts";

/** The members of the caller's organization. */
export async function listMembers({ caller }: { caller: SignedInMember }): Promise<Member[]> {
  return await selectMembers(caller.organizationId);
}

const columns = [
  "id",
  "email",
  "role",
  "secondFactor",
  "lastSeenAt",
  "createdAt",
] as const satisfies (keyof Member)[];

/** The same members as a file. */
export function exportMembers({ caller }: { caller: SignedInMember }): CsvFile {
  const pages = pagesOf(async () => ({ rows: await listMembers({ caller }), nextCursor: null }));
  return { fileName: nameCsv("members"), csv: writeCsv(columns, pages) };
}

/**
 * Ends the member's sessions, so that none keeps the earlier role. Throws `not_found`, `conflict` for the
 * last owner, or `service_unavailable` for the role of support while code serves that does not know it.
 */
export async function changeRole({
  caller,
  memberId,
  role,
}: {
  caller: SignedInMember;
  memberId: string;
  role: Role;
}): Promise<Member> {
  if (role === "support") await requireUpgraded("supportRole");
  const act = actOf(caller, "member.role_changed", { target: memberId });
  const change = await updateMemberRole(caller.organizationId, memberId, role, act);
  const member = requireChanged(change);
  await forgetSessionsEverywhere();
  return member;
}

/**
 * Removes a member, and ends their sessions and invitations. Returns the usable keys that they created: a
 * former member may have a copy. Throws `not_found`, or `conflict` for the last owner.
 */
export async function removeMember({
  caller,
  memberId,
}: {
  caller: SignedInMember;
  memberId: string;
}): Promise<MadeKey[]> {
  const act = actOf(caller, "member.removed", { target: memberId });
  requireChanged(await deleteMember(caller.organizationId, memberId, act));
  await forgetSessionsEverywhere();
  return await listKeysMadeBy({ organizationId: caller.organizationId, memberId });
}

function requireChanged(change: MemberChange): Member {
  if (change.state === "changed") return change.member;
  if (change.state === "not_found") {
    throw new AppError("not_found", { message: "No such member" });
  }
  throw new AppError("conflict", {
    message: "An organization needs an owner",
    details: "make another member an owner first",
  });
}
