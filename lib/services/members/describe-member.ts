import type { MemberResource } from "#lib/contract/members.ts";
import type { OrganizationMember } from "#lib/storage/organization-members.ts";

export function describeMember(member: OrganizationMember): MemberResource {
  const { createdAt, lastSeenAt, totpSince, ...rest } = member;
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    secondFactor: totpSince !== null,
  };
}
