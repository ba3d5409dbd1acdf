import { forgetApiKeys } from "#lib/api-keys/check.ts";
import { config } from "#lib/config.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { tiers } from "#lib/core/tiers.ts";
import type { OrganizationResource } from "./contract.ts";
import {
  deleteEmptyOrganization,
  type StoredOrganization,
  selectOrganization,
  updateOrganizationName,
} from "./store.ts";

/** The caller's own. Throws `not_found` for one that was removed a moment ago. */
export async function getOrganization({
  caller,
}: {
  caller: SignedInMember;
}): Promise<OrganizationResource> {
  const organization = await selectOrganization(caller.organizationId);
  if (!organization) throw noOrganization();
  return describeOrganization(organization);
}

function noOrganization(): AppError {
  return new AppError("not_found", { message: "The organization was removed" });
}

/** Throws `not_found` for one that was removed a moment ago. */
export async function renameOrganization({
  caller,
  name,
}: {
  caller: SignedInMember;
  name: string;
}): Promise<OrganizationResource> {
  const organization = await updateOrganizationName(caller.organizationId, name);
  if (!organization) throw noOrganization();
  return describeOrganization(organization);
}

/**
 * Removes the organization, its members, keys and connections. Throws `invalid_request` where `name`
 * is not its name, and `conflict` while it holds payments or cardholders: what is theirs is not the
 * organization's to destroy.
 */
export async function removeOrganization({
  caller,
  name,
}: {
  caller: SignedInMember;
  name: string;
}): Promise<void> {
  const organization = await getOrganization({ caller });
  if (name !== organization.name) {
    throw new AppError("invalid_request", {
      message: "Request validation failed",
      details: "name: is not the name of the organization",
    });
  }
  if (!(await deleteEmptyOrganization(organization.id))) {
    throw new AppError("conflict", {
      message: "The organization holds payments or cardholders and cannot be removed",
      details: "receipts belong to cardholders; revoke the keys and remove the members instead",
    });
  }
  forgetApiKeys();
}

/** With the limits of this deployment, which may have others than the defaults. */
function describeOrganization(organization: StoredOrganization): OrganizationResource {
  const { rateLimits } = config();
  return {
    ...organization,
    createdAt: organization.createdAt.toISOString(),
    limits: tiers.map((tier) => ({ tier, limits: rateLimits.tiers[tier] })),
  };
}
