import { type Act, actOfMember } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { OrganizationKind } from "#lib/core/vocabulary.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { queueLetter } from "#lib/mail/queue-letter.ts";
import { prisma } from "#lib/storage/database.ts";
import { isUniqueViolation } from "#lib/storage/transaction.ts";
import type { NewOrganization } from "./store.ts";

type NewSignUp = {
  hash: Bytes;
  email: string;
  organizationName: string;
  kind: OrganizationKind;
  expiresAt: Date;
};

/**
 * Stores the sign-up and queues the letter, whether or not the email is a member's: the same statements take
 * the same time. A member's letter has no link.
 */
export async function insertSignUp(
  signUp: NewSignUp,
  write: (isMember: boolean) => Letter,
): Promise<void> {
  await prisma().$transaction(async (tx) => {
    await tx.signUp.deleteMany({ where: { expiresAt: { lte: new Date() } } });
    await tx.signUp.create({ data: signUp });
    const count = await tx.member.count({ where: { email: signUp.email } });
    await queueLetter(tx, write(count === 1), signUp.expiresAt);
  });
}

export type OpenSignUp = { email: string; organizationName: string; kind: OrganizationKind };

/** The account that a valid link creates. */
export async function selectSignUp(hash: Bytes): Promise<OpenSignUp | undefined> {
  const row = await prisma().signUp.findUnique({
    where: { hash, expiresAt: { gt: new Date() } },
    select: { email: true, organizationName: true, kind: true },
  });
  return row ?? undefined;
}

/**
 * Creates the organization and its owner, whose address the link has verified. Of any number of calls with
 * one link, one gets `created`; every other link to the address becomes invalid.
 */
export async function insertConfirmedSignUp(
  hash: Bytes,
  organization: Omit<NewOrganization, "name" | "kind">,
  owner: { id: string; passwordHash: string },
): Promise<"created" | "no_sign_up" | "email_taken"> {
  try {
    return await prisma().$transaction(async (tx) => {
      const where = { hash, expiresAt: { gt: new Date() } };
      const signUp = await tx.signUp.findUnique({ where });
      const { count } = await tx.signUp.deleteMany({ where });
      if (!signUp || count === 0) return "no_sign_up";

      const { email, organizationName: name, kind } = signUp;
      await tx.signUp.deleteMany({ where: { email } });
      const member = { ...owner, email, role: "owner", emailVerifiedAt: new Date() } as const;
      const approvedEnvironments = [...organization.approvedEnvironments];
      const data = { ...organization, name, kind, approvedEnvironments };
      await tx.organization.create({ data: { ...data, members: { create: member } } });
      for (const act of describeFounding(data, owner.id)) await recordAct(tx, act);
      return "created";
    });
  } catch (error) {
    if (isUniqueViolation(error)) return "email_taken";
    throw error;
  }
}

function describeFounding(
  { id: organizationId, name, kind, tier, approvedEnvironments }: NewOrganization,
  memberId: string,
): Act[] {
  const who = { organizationId, memberId };
  const after = { name, kind, tier, approvedEnvironments };
  return [
    actOfMember(who, "organization.created", { target: organizationId, after }),
    actOfMember(who, "member.joined", { target: memberId, after: { role: "owner" } }),
  ];
}
