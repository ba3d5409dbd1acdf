import { changeRoleOperation, removeMemberOperation } from "#lib/contract/members.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { changeRole } from "#lib/services/members/change-role.ts";
import { removeOrganizationMember } from "#lib/services/members/remove-member.ts";

export const PUT = endpoint(changeRoleOperation, async ({ caller, params, body }) =>
  ok(await changeRole({ caller, ...params, ...body })),
);

export const DELETE = endpoint(removeMemberOperation, async ({ caller, params }) => {
  await removeOrganizationMember({ caller, ...params });
  return ok({ ...params, removed: true });
});
