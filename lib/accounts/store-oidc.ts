import { actOfMember } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import { prisma } from "#lib/storage/database.ts";
import { singleSignOnLetter } from "./letters.ts";
import { isWithinRecoveryHold } from "./recovery-hold.ts";
import type { SignedIn } from "./sessions.ts";
import { queueNotice } from "./store-notices.ts";

/** The person at the identity provider (OpenID Connect Core section 5.7). */
type OidcIdentity = { issuer: string; subject: string };

export async function selectOidcSignIn({
  issuer: oidcIssuer,
  subject: oidcSubject,
}: OidcIdentity): Promise<SignedIn | undefined> {
  const row = await prisma().member.findUnique({
    where: { oidcIssuer_oidcSubject: { oidcIssuer, oidcSubject } },
    select: { id: true, organizationId: true, sessionVersion: true },
  });
  if (!row) return undefined;
  const { id: memberId, ...signedIn } = row;
  return { memberId, ...signedIn };
}

type Binding = SignedIn | "no_member" | "not_confirmed" | "recovery_hold";

type BindableMember = SignedIn & {
  emailVerifiedAt: Date | null;
  recoveryToldAt: Date | null;
  oidcIssuer: string | null;
};

/**
 * Binds the member with this email to the identity. Not if the member is bound to another person of this
 * provider, and not if the email is unconfirmed: an account with the password of another person is no place
 * for the owner of the email. Nor within a day of a recovery code, whose user must not turn it into another
 * way to sign in.
 */
export async function bindOidcIdentity(
  email: string,
  { issuer, subject }: OidcIdentity,
): Promise<Binding> {
  return await prisma().$transaction(async (tx) => {
    // SQL for the lock: of two people with one email, only the first is bound.
    const [member] = await tx.$queryRaw<BindableMember[]>`
      SELECT id AS "memberId", organization_id AS "organizationId",
             session_version AS "sessionVersion", email_verified_at AS "emailVerifiedAt",
             recovery_told_at AS "recoveryToldAt", oidc_issuer AS "oidcIssuer"
      FROM member WHERE email = ${email.toLowerCase()} FOR UPDATE`;
    if (!member) return "no_member";
    if (!member.emailVerifiedAt) return "not_confirmed";
    if (member.oidcIssuer === issuer) return "no_member";
    if (isWithinRecoveryHold(member.recoveryToldAt)) return "recovery_hold";

    const { memberId, organizationId, sessionVersion } = member;
    const data = { oidcIssuer: issuer, oidcSubject: subject };
    await tx.member.updateMany({ where: { id: memberId }, data });
    await queueNotice(tx, memberId, singleSignOnLetter);
    const details = { target: memberId, after: { issuer } };
    await recordAct(tx, actOfMember(member, "single_sign_on.connected", details));
    return { memberId, organizationId, sessionVersion };
  });
}

/** Does nothing if the address differs, or is confirmed already. */
export async function confirmAddress(member: SignedIn, email: string): Promise<void> {
  const { memberId: target } = member;
  await prisma().$transaction(async (tx) => {
    const { count } = await tx.member.updateMany({
      where: { id: target, email: email.toLowerCase(), emailVerifiedAt: null },
      data: { emailVerifiedAt: new Date() },
    });
    if (count === 0) return;

    const after = { method: "oidc" };
    await recordAct(tx, actOfMember(member, "email.confirmed", { target, after }));
  });
}
