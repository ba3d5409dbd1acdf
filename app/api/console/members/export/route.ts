import { endpoint } from "#lib/http/endpoint.ts";
import { csvFile } from "#lib/http/reply.ts";
import { exportMembersOperation } from "#lib/organizations/contract.ts";
import { exportMembers } from "#lib/organizations/members.ts";

export const GET = endpoint(exportMembersOperation, async ({ caller }) =>
  csvFile(exportMembers({ caller })),
);
