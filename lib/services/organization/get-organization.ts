import type { SignedInMember } from "#lib/auth/caller.ts";
import type { OrganizationResource } from "#lib/contract/organization.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { findOrganization } from "#lib/storage/organizations.ts";
import { describeOrganization } from "./describe-organization.ts";

/** The caller's own. Throws `not_found` for one that was removed a moment ago. */
export async function getOrganization({
  caller,
}: {
  caller: SignedInMember;
}): Promise<OrganizationResource> {
  const organization = await findOrganization(caller.organizationId);
  if (!organization) throw noOrganization();
  return describeOrganization(organization);
}

export function noOrganization(): AppError {
  return new AppError("not_found", { message: "The organization was removed" });
}
