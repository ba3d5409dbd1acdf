import { config } from "#lib/config.ts";
import type { OrganizationResource } from "#lib/contract/organization.ts";
import { tiers } from "#lib/contract/tier.ts";
import type { StoredOrganization } from "#lib/storage/organizations.ts";

/** With the limits of this deployment, which may have others than the defaults. */
export function describeOrganization(organization: StoredOrganization): OrganizationResource {
  const { rateLimits } = config();
  return {
    ...organization,
    createdAt: organization.createdAt.toISOString(),
    limits: tiers.map((tier) => ({ tier, limits: rateLimits.tiers[tier] })),
  };
}
