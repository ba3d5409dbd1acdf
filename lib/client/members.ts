import type {
  changeRoleOperation,
  listMembersOperation,
  MemberResource,
  removeMemberOperation,
} from "#lib/contract/members.ts";
import type { Role } from "#lib/contract/role.ts";
import { callApi } from "./call-api.ts";

const one = "/api/console/members/{memberId}";

export async function listMembers(signal: AbortSignal): Promise<MemberResource[]> {
  const path = "/api/console/members";
  return (await callApi<typeof listMembersOperation>("GET", path, { signal })).members;
}

export function changeRole(memberId: string, role: Role): Promise<MemberResource> {
  return callApi<typeof changeRoleOperation>("PUT", one, { params: { memberId }, body: { role } });
}

export async function removeMember(memberId: string): Promise<void> {
  await callApi<typeof removeMemberOperation>("DELETE", one, { params: { memberId } });
}
