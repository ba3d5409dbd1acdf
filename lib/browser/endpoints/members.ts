import { callApi } from "#lib/browser/api.ts";
import type { Role } from "#lib/core/permissions.ts";
import type {
  changeRoleOperation,
  listMembersOperation,
  MemberJson,
  removeMemberOperation,
} from "#lib/organizations/contract.ts";

const one = "/api/console/members/{memberId}";

export async function listMembers(signal: AbortSignal): Promise<MemberJson[]> {
  const path = "/api/console/members";
  return (await callApi<typeof listMembersOperation>("GET", path, { signal })).members;
}

export function changeRole(memberId: string, role: Role): Promise<MemberJson> {
  return callApi<typeof changeRoleOperation>("PUT", one, { params: { memberId }, body: { role } });
}

export async function removeMember(memberId: string): Promise<void> {
  await callApi<typeof removeMemberOperation>("DELETE", one, { params: { memberId } });
}
