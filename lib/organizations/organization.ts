import { forgetSessionsEverywhere } from "#lib/accounts/find-session.ts";
import { forgetApiKeysEverywhere } from "#lib/api-keys/check.ts";
import { actOf } from "#lib/audit/act.ts";
import { config } from "#lib/config.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { tiers } from "#lib/core/tiers.ts";
import type { Organization } from "./contract.ts";
import { forgetLogo } from "./find-logo.ts";
import {
  deleteEmptyOrganization,
  isEmptyOrganization,
  type OrganizationRow,
  selectOrganization,
  updateOrganizationLogo,
  updateOrganizationName,
  updateSecondFactorRequirement,
} from "./store.ts";

/** The caller's own. Throws `not_found` if it was removed a moment ago. */
export async function getOrganization({
  caller,
}: {
  caller: SignedInMember;
}): Promise<Organization> {
  return await complete(await selectOrganization(caller.organizationId));
}

/** Throws `not_found` if it was removed a moment ago. */
export async function renameOrganization({
  caller,
  name,
}: {
  caller: SignedInMember;
  name: string;
}): Promise<Organization> {
  const act = actOf(caller, "organization.renamed");
  return await complete(await updateOrganizationName(caller.organizationId, name, act));
}

/** For receipts from now on; null removes it. Throws `not_found` as above. */
export async function changeLogo({
  caller,
  logo,
}: {
  caller: SignedInMember;
  logo: string | null;
}): Promise<Organization> {
  const { organizationId } = caller;
  const act = actOf(caller, "organization.logo_changed");
  const organization = await updateOrganizationLogo(organizationId, logo, act);
  forgetLogo(organizationId);
  return await complete(organization);
}

/** Members without one must set it up before anything else. Throws `not_found` as above. */
export async function changeSecondFactorRequirement({
  caller,
  required,
}: {
  caller: SignedInMember;
  required: boolean;
}): Promise<Organization> {
  const act = actOf(caller, "second_factor_requirement.changed");
  const organization = await updateSecondFactorRequirement(caller.organizationId, required, act);
  await forgetSessionsEverywhere();
  return await complete(organization);
}

/** The limits are those of this deployment, which can differ from the defaults. */
async function complete(organization: OrganizationRow | undefined): Promise<Organization> {
  if (!organization) throw new AppError("not_found", { message: "The organization was removed" });

  const { rateLimits } = config();
  const limits = tiers.map((tier) => ({ tier, limits: rateLimits.tiers[tier] }));
  return { ...organization, limits, removable: await isEmptyOrganization(organization.id) };
}

/**
 * Removes the organization, its members, keys and connections. Throws `invalid_request` if `name` is not its
 * name, and `conflict` while it holds payments or cardholders: receipts belong to cardholders, so the
 * organization cannot destroy them.
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
  const { id, kind } = organization;
  const act = actOf(caller, "organization.removed", { target: id, before: { name, kind } });
  if (!(await deleteEmptyOrganization(id, act))) {
    throw new AppError("conflict", {
      message: "The organization holds payments or cardholders and cannot be removed",
      details: "receipts belong to cardholders; revoke the keys and remove the members instead",
    });
  }
  await Promise.all([forgetApiKeysEverywhere(), forgetSessionsEverywhere()]);
}
