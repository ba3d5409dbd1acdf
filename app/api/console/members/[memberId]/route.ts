import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { changeRoleOperation, removeMemberOperation } from "#lib/organizations/contract.ts";
import { changeRole, removeMember } from "#lib/organizations/members.ts";

export const PUT = endpoint(changeRoleOperation, async ({ caller, params, body }) =>
  ok(await changeRole({ caller, ...params, ...body })),
);

export const DELETE = endpoint(removeMemberOperation, async ({ caller, params }) => {
  const keysMade = await removeMember({ caller, ...params });
  return ok({ ...params, removed: true, keysMade });
});
