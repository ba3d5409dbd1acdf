import {
  getOrganizationOperation,
  removeOrganizationOperation,
  renameOrganizationOperation,
} from "#lib/contract/organization.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getOrganization } from "#lib/services/organization/get-organization.ts";
import { removeOrganization } from "#lib/services/organization/remove-organization.ts";
import { renameOwnOrganization } from "#lib/services/organization/rename-organization.ts";

export const GET = endpoint(getOrganizationOperation, async ({ caller }) =>
  ok(await getOrganization({ caller })),
);

export const PUT = endpoint(renameOrganizationOperation, async ({ caller, body }) =>
  ok(await renameOwnOrganization({ caller, ...body })),
);

export const DELETE = endpoint(removeOrganizationOperation, async ({ caller, body }) => {
  await removeOrganization({ caller, ...body });
  return ok({ removed: true });
});
