import { listMembersOperation } from "#lib/contract/members.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listOrganizationMembers } from "#lib/services/members/list-members.ts";

export const GET = endpoint(listMembersOperation, async ({ caller }) =>
  ok({ members: await listOrganizationMembers({ caller }) }),
);
