import { type Act, actOfMember } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { queueLetter } from "#lib/mail/queue-letter.ts";
import { prisma } from "#lib/storage/database.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";
import { isUniqueViolation } from "#lib/storage/transaction.ts";
import type { OpenedInvitation, PendingInvitation } from "./contract-invitations.ts";
import { memberJoinedLetter } from "./letters.ts";
import { queueForOwners } from "./store-owners.ts";

const select = {
  id: true,
  email: true,
  role: true,
  createdAt: true,
  expiresAt: true,
  invitedBy: { select: { email: true } },
} satisfies Prisma.InvitationSelect;

/** The conditions for acceptance: an invitation needs an inviter who is an owner now. */
function acceptable() {
  return { expiresAt: { gt: new Date() }, invitedBy: { role: "owner" } } as const;
}

/**
 * Those that can still be accepted, the latest first. Reads the refused letters, which another room owns.
 */
export async function selectInvitations(organizationId: string): Promise<PendingInvitation[]> {
  const rows = await prisma().invitation.findMany({
    where: { organizationId, ...acceptable() },
    select,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const bounces = await prisma().mailBounce.findMany({
    where: { about: { in: rows.map(({ id }) => id) } },
  });
  const refused = new Set(bounces.map(({ about }) => about));
  return rows.flatMap(({ invitedBy, ...row }) =>
    invitedBy ? [{ ...row, invitedBy: invitedBy.email, undelivered: refused.has(row.id) }] : [],
  );
}

/** The content of an invitation that can still be accepted. */
export async function selectInvitation(tokenHash: Bytes): Promise<OpenedInvitation | undefined> {
  const row = await prisma().invitation.findUnique({
    where: { tokenHash, ...acceptable() },
    select: { email: true, role: true, organization: { select: { name: true } } },
  });
  return row
    ? { email: row.email, role: row.role, organizationName: row.organization.name }
    : undefined;
}

type NewInvitation = Omit<PendingInvitation, "invitedBy" | "undelivered"> & {
  organizationId: string;
  invitedById: string;
  tokenHash: Bytes;
};

/** Replaces an earlier invitation to the same address, and queues the letter with its link. */
export async function upsertInvitation(
  invitation: NewInvitation,
  letter: Letter,
  act: Act,
): Promise<"saved" | "already_member"> {
  const { id, organizationId, email, role, tokenHash, invitedById, createdAt, expiresAt } =
    invitation;
  return await prisma().$transaction(async (tx) => {
    // SQL, because two invitations at once must not collide, and Prisma's upsert is not atomic.
    const count = await tx.$executeRaw`
      INSERT INTO invitation
        (id, organization_id, email, role, token_hash, invited_by_id, created_at, expires_at)
      SELECT ${id}, ${organizationId}, ${email}, ${role}::role, ${tokenHash}, ${invitedById},
             ${createdAt}, ${expiresAt}
      WHERE NOT EXISTS
        (SELECT 1 FROM member WHERE organization_id = ${organizationId} AND email = ${email})
      ON CONFLICT (organization_id, email)
      DO UPDATE SET id = excluded.id, role = excluded.role, token_hash = excluded.token_hash,
                    invited_by_id = excluded.invited_by_id, created_at = excluded.created_at,
                    expires_at = excluded.expires_at`;
    if (count === 0) return "already_member";
    await queueLetter(tx, letter, expiresAt);
    await recordAct(tx, act);
    return "saved";
  });
}

/** False if there is no such invitation. */
export async function deleteInvitation(
  organizationId: string,
  id: string,
  act: Act,
): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    const { count } = await tx.invitation.deleteMany({ where: { id, organizationId } });
    if (count === 1) await recordAct(tx, act);
    return count === 1;
  });
}

/**
 * Inserts the member whom the invitation is for, and deletes the invitation: of any number of calls
 * with one token, one gets `inserted`. Where the email is taken, the invitation stays.
 */
export async function insertInvitedMember(
  tokenHash: Bytes,
  member: { id: string; passwordHash: string },
): Promise<"inserted" | "no_invitation" | "email_taken"> {
  try {
    return await prisma().$transaction(async (tx) => {
      // A concurrent removal of the inviter, or change of their role, waits for this, or this for it. Prisma
      // has no row locks.
      await tx.$queryRaw`
        SELECT 1 FROM organization
        WHERE id = (SELECT organization_id FROM invitation WHERE token_hash = ${tokenHash})
        FOR KEY SHARE`;
      const where = { tokenHash, ...acceptable() };
      const invitation = await tx.invitation.findUnique({
        where,
        select: {
          id: true,
          organizationId: true,
          email: true,
          role: true,
          organization: { select: { name: true } },
        },
      });
      // Of several calls that have found the invitation, one deletes it.
      const { count } = await tx.invitation.deleteMany({ where });
      if (!invitation || count === 0) return "no_invitation";

      const { organization, id: invitationId, ...joined } = invitation;
      const { organizationId, role } = joined;
      await queueForOwners(tx, organizationId, (to) =>
        memberJoinedLetter(to, { ...joined, organization: organization.name }),
      );
      // The link was sent to this address only.
      const emailVerifiedAt = new Date();
      await tx.member.create({ data: { ...member, ...joined, emailVerifiedAt } });
      const who = { organizationId, memberId: member.id };
      const details = { target: member.id, after: { role, invitationId } };
      await recordAct(tx, actOfMember(who, "member.joined", details));
      return "inserted";
    });
  } catch (error) {
    if (isUniqueViolation(error)) return "email_taken";
    throw error;
  }
}
