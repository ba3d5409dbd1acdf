import type { SignedInMember } from "#lib/auth/caller.ts";
import type { OrganizationResource } from "#lib/contract/organization.ts";
import { renameOrganization } from "#lib/storage/organizations.ts";
import { describeOrganization } from "./describe-organization.ts";
import { noOrganization } from "./get-organization.ts";

/** Throws `not_found` for one that was removed a moment ago. */
export async function renameOwnOrganization({
  caller,
  name,
}: {
  caller: SignedInMember;
  name: string;
}): Promise<OrganizationResource> {
  const organization = await renameOrganization(caller.organizationId, name);
  if (!organization) throw noOrganization();
  return describeOrganization(organization);
}
