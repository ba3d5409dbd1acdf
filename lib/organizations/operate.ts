import { randomBytes } from "node:crypto";
import { forgetSessionsEverywhere } from "#lib/accounts/find-session.ts";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { forgetApiKeysEverywhere } from "#lib/api-keys/check.ts";
import { actOfOperator } from "#lib/audit/act.ts";
import type { AuditAction } from "#lib/core/audit.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import type { Tier } from "#lib/core/tiers.ts";
import {
  type Environment,
  type OrganizationKind,
  selfServiceEnvironments,
} from "#lib/core/vocabulary.ts";
import { insertOrganization } from "./store.ts";
import { type OperatedOrganization, selectAllOrganizations, updateTerms } from "./store-operate.ts";

// Actions of the service's operator. No route calls them: `npm run admin` does.

/** Every organization, the oldest first. */
export async function listOrganizations(): Promise<OperatedOrganization[]> {
  return await selectAllOrganizations();
}

/**
 * Creates an organization, which may act in development, and its owner, whose password is shown once.
 * Throws `conflict` for an email that is taken.
 */
export async function createOrganization({
  name,
  kind,
  email,
  tier,
}: {
  name: string;
  kind: OrganizationKind;
  email: string;
  tier: Tier;
}): Promise<{ organizationId: string; email: string; password: string }> {
  const password = randomBytes(18).toString("base64url");
  const organizationId = createId("organization");
  const terms = { name, kind, tier, approvedEnvironments: selfServiceEnvironments };
  const owner = { id: createId("member"), email, passwordHash: await hashPassword(password) };
  const outcome = await insertOrganization({ id: organizationId, ...terms }, owner, [
    actOfOperator(organizationId, "organization.created", { target: organizationId, after: terms }),
    actOfOperator(organizationId, "member.joined", { target: owner.id, after: { role: "owner" } }),
  ]);
  if (outcome === "email_taken") {
    throw new AppError("conflict", { message: "There is an account with this email already" });
  }
  return { organizationId, email, password };
}

/** Opens further environments to an organization. Throws `not_found`. */
export async function approveOrganization({
  organizationId,
  environments,
}: {
  organizationId: string;
  environments: readonly Environment[];
}): Promise<OperatedOrganization> {
  return await changeTerms(organizationId, "organization.approved", { approve: environments });
}

/** Gives an organization the limits of another tier. Throws `not_found`. */
export async function changeTier({
  organizationId,
  tier,
}: {
  organizationId: string;
  tier: Tier;
}): Promise<OperatedOrganization> {
  return await changeTerms(organizationId, "organization.tier_changed", { tier });
}

/**
 * Closes environments to an organization, or all of them: its keys and sessions are refused there. When
 * production closes, its members have to sign in again, since sessions last longer then. Pending payments are
 * settled, and nothing is removed. Throws `not_found`.
 */
export async function suspendOrganization({
  organizationId,
  environments,
}: {
  organizationId: string;
  environments: readonly Environment[];
}): Promise<OperatedOrganization> {
  return await changeTerms(organizationId, "organization.suspended", { close: environments });
}

/** Returns once the change holds in every process of the service. */
async function changeTerms(
  organizationId: string,
  action: AuditAction,
  change: Parameters<typeof updateTerms>[1],
): Promise<OperatedOrganization> {
  const act = actOfOperator(organizationId, action, { target: organizationId });
  const organization = await updateTerms(organizationId, change, act);
  if (!organization) throw new AppError("not_found", { message: "No such organization" });

  await Promise.all([forgetApiKeysEverywhere(), forgetSessionsEverywhere()]);
  return organization;
}
