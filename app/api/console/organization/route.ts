import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import {
  getOrganizationOperation,
  removeOrganizationOperation,
  renameOrganizationOperation,
} from "#lib/organizations/contract.ts";
import {
  getOrganization,
  removeOrganization,
  renameOrganization,
} from "#lib/organizations/organization.ts";

export const GET = endpoint(getOrganizationOperation, async ({ caller }) =>
  ok(await getOrganization({ caller })),
);

export const PUT = endpoint(renameOrganizationOperation, async ({ caller, body }) =>
  ok(await renameOrganization({ caller, ...body })),
);

export const DELETE = endpoint(removeOrganizationOperation, async ({ caller, body }) => {
  await removeOrganization({ caller, ...body });
  return ok({ removed: true });
});
