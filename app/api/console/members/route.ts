import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listMembersOperation } from "#lib/organizations/contract.ts";
import { listMembers } from "#lib/organizations/members.ts";

export const GET = endpoint(listMembersOperation, async ({ caller }) =>
  ok({ members: await listMembers({ caller }) }),
);
