import { hasSecondFactor } from "#lib/accounts/second-factor-rule.ts";
import type { Act } from "#lib/audit/act.ts";
import { keepName, recordAct } from "#lib/audit/record.ts";
import type { Role } from "#lib/core/permissions.ts";
import type { Tier } from "#lib/core/tiers.ts";
import {
  type Environment,
  isOfOrganizations,
  type OrganizationKind,
} from "#lib/core/vocabulary.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import type { Prisma, Organization as Row } from "#lib/storage/generated/client.ts";
import { isUniqueViolation } from "#lib/storage/transaction.ts";
import type { Member, Organization } from "./contract.ts";

export type OrganizationRow = Omit<Organization, "limits" | "removable">;

export async function selectOrganization(id: string): Promise<OrganizationRow | undefined> {
  const row = await prisma().organization.findUnique({ where: { id } });
  return row ? toOrganization(row) : undefined;
}

function toOrganization(row: Row): OrganizationRow {
  return { ...row, approvedEnvironments: row.approvedEnvironments.filter(isOfOrganizations) };
}

export async function updateOrganizationName(
  id: string,
  name: string,
  act: Act,
): Promise<OrganizationRow | undefined> {
  return await prisma().$transaction(async (tx) => {
    const row = await lockOrganization(tx, id);
    if (!row) return undefined;
    await recordAct(tx, { ...act, before: { name: row.name }, after: { name } });
    return toOrganization(await tx.organization.update({ where: { id }, data: { name } }));
  });
}

/** The row, locked until the transaction ends. */
async function lockOrganization(
  tx: Prisma.TransactionClient,
  id: string,
): Promise<OrganizationRow | undefined> {
  // Concurrent changes run one after the other, and each sees the result of the other. Prisma has no row
  // locks.
  await tx.$queryRaw`SELECT 1 FROM organization WHERE id = ${id} FOR UPDATE`;
  const row = await tx.organization.findUnique({ where: { id } });
  return row ? toOrganization(row) : undefined;
}

/** Null removes it. */
export async function updateOrganizationLogo(
  id: string,
  logo: string | null,
  act: Act,
): Promise<OrganizationRow | undefined> {
  return await prisma().$transaction(async (tx) => {
    const row = await lockOrganization(tx, id);
    if (!row) return undefined;
    const [before, after] = [{ logo: row.logo !== null }, { logo: logo !== null }];
    await recordAct(tx, { ...act, before, after });
    return toOrganization(await tx.organization.update({ where: { id }, data: { logo } }));
  });
}

export async function updateSecondFactorRequirement(
  id: string,
  requiresSecondFactor: boolean,
  act: Act,
): Promise<OrganizationRow | undefined> {
  return await prisma().$transaction(async (tx) => {
    const row = await lockOrganization(tx, id);
    if (!row) return undefined;
    const before = { required: row.requiresSecondFactor };
    await recordAct(tx, { ...act, before, after: { required: requiresSecondFactor } });
    const data = { requiresSecondFactor };
    return toOrganization(await tx.organization.update({ where: { id }, data }));
  });
}

/** SQL, because payments wait for it: one prepared statement. */
export async function selectLogo(id: string): Promise<string | undefined> {
  const { rows } = await pool().query<{ logo: string | null }>({
    name: "select-logo",
    text: "SELECT logo FROM organization WHERE id = $1",
    values: [id],
  });
  return rows[0]?.logo ?? undefined;
}

/**
 * Removes the organization with its members, keys and connections. Returns false and does nothing while it
 * holds payments or cardholders of any environment, which are other rooms' tables.
 */
export async function deleteEmptyOrganization(id: string, act: Act): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    // SQL, because it has to be one statement: no foreign key ties payments to their organization.
    const count = await tx.$executeRaw`
      DELETE FROM organization o WHERE id = ${id}
        AND NOT EXISTS (SELECT 1 FROM cardholder WHERE organization_id = o.id)
        AND NOT EXISTS (SELECT 1 FROM payment WHERE organization_id = o.id)`;
    if (count === 0) return false;

    await recordAct(tx, act);
    return true;
  });
}

/** Whether `deleteEmptyOrganization` would remove it. */
export async function isEmptyOrganization(id: string): Promise<boolean> {
  const [row] = await prisma().$queryRaw<{ empty: boolean }[]>`
    SELECT NOT EXISTS (SELECT 1 FROM cardholder WHERE organization_id = ${id})
       AND NOT EXISTS (SELECT 1 FROM payment WHERE organization_id = ${id}) AS empty`;
  return row?.empty ?? false;
}

export type NewOrganization = {
  id: string;
  name: string;
  kind: OrganizationKind;
  tier: Tier;
  approvedEnvironments: readonly Environment[];
};
type NewOwner = { id: string; email: string; passwordHash: string };

/** An organization and its owner, or neither. */
export async function insertOrganization(
  organization: NewOrganization,
  owner: NewOwner,
  acts: readonly Act[],
): Promise<"inserted" | "email_taken"> {
  // The operator vouches for the address.
  const emailVerifiedAt = new Date();
  const members = { create: { ...owner, role: "owner", emailVerifiedAt } } as const;
  try {
    const approvedEnvironments = [...organization.approvedEnvironments];
    const data = { ...organization, approvedEnvironments, members };
    await prisma().$transaction(async (tx) => {
      await tx.organization.create({ data });
      for (const act of acts) await recordAct(tx, act);
    });
    return "inserted";
  } catch (error) {
    if (isUniqueViolation(error)) return "email_taken";
    throw error;
  }
}

const select = {
  id: true,
  email: true,
  role: true,
  createdAt: true,
  lastSeenAt: true,
  totpSince: true,
  _count: { select: { passkeys: true } },
} satisfies Prisma.MemberSelect;

type MemberRow = Prisma.MemberGetPayload<{ select: typeof select }>;

/** The longest-standing first. */
export async function selectMembers(organizationId: string): Promise<Member[]> {
  const rows = await prisma().member.findMany({
    where: { organizationId },
    select,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(toMember);
}

function toMember({ totpSince, _count, ...row }: MemberRow): Member {
  return { ...row, secondFactor: hasSecondFactor({ totpSince, passkeyCount: _count.passkeys }) };
}

/** `changed` comes with the member as it is now, or as it was when it was removed. */
export type MemberChange =
  | { state: "changed"; member: Member }
  | { state: "not_found" }
  | { state: "last_owner" };

/** Also withdraws the invitations of a former owner. */
export async function updateMemberRole(
  organizationId: string,
  id: string,
  role: Role,
  act: Act,
): Promise<MemberChange> {
  return await prisma().$transaction(async (tx) => {
    const found = await lockMember(tx, organizationId, id);
    if (!found) return { state: "not_found" };
    if (role !== "owner" && found.isLastOwner) return { state: "last_owner" };

    const where = { id, organizationId };
    // The sessions of the earlier role end with it.
    if (role !== "owner") await endInvitations(tx, id, act, "inviter_demoted");
    const ending = found.role === role ? {} : { sessionVersion: { increment: 1 } };
    const row = await tx.member.update({ where, data: { role, ...ending }, select });
    if (found.role !== role) {
      await recordAct(tx, { ...act, before: { role: found.role }, after: { role } });
    }
    return { state: "changed", member: toMember(row) };
  });
}

/** Deletes the member with the invitations that they made. */
export async function deleteMember(
  organizationId: string,
  id: string,
  act: Act,
): Promise<MemberChange> {
  return await prisma().$transaction(async (tx) => {
    const found = await lockMember(tx, organizationId, id);
    if (!found) return { state: "not_found" };
    if (found.isLastOwner) return { state: "last_owner" };

    await endInvitations(tx, id, act, "inviter_removed");
    const row = await tx.member.delete({ where: { id, organizationId }, select });
    await recordAct(tx, { ...act, before: { role: found.role } });
    await keepName(tx, { id, organizationId, name: row.email });
    return { state: "changed", member: toMember(row) };
  });
}

/** An entry for each, as for a withdrawal. */
async function endInvitations(
  tx: Prisma.TransactionClient,
  invitedById: string,
  act: Act,
  reason: "inviter_demoted" | "inviter_removed",
): Promise<void> {
  // Prisma does not return the deleted rows.
  const ended = await tx.$queryRaw<{ id: string }[]>`
    DELETE FROM invitation WHERE invited_by_id = ${invitedById} RETURNING id`;
  for (const { id: target } of ended) {
    await recordAct(tx, { ...act, action: "invitation.withdrawn", target, after: { reason } });
  }
}

type FoundMember = { role: Role; isLastOwner: boolean };

async function lockMember(
  tx: Prisma.TransactionClient,
  organizationId: string,
  id: string,
): Promise<FoundMember | undefined> {
  // Two owners who demote each other at the same time must not both succeed: one waits here for the other.
  // Prisma has no row locks.
  await tx.$queryRaw`SELECT 1 FROM organization WHERE id = ${organizationId} FOR UPDATE`;
  const member = await tx.member.findUnique({
    where: { id, organizationId },
    select: { role: true },
  });
  if (!member) return undefined;

  const owners = await tx.member.count({ where: { organizationId, role: "owner" } });
  return { role: member.role, isLastOwner: member.role === "owner" && owners === 1 };
}
