import { getAccount } from "#lib/accounts/account.ts";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { requireStrongPassword } from "#lib/accounts/require-strong-password.ts";
import { actOf } from "#lib/audit/act.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { INVITATION_DAYS } from "#lib/core/retention.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { requireLetterAllowance } from "#lib/mail/allowance.ts";
import { sendQueuedSoon } from "#lib/mail/queue-letter.ts";
import { requireUpgraded } from "#lib/recipients/require-upgraded.ts";
import type {
  InvitationRequest,
  OpenedInvitation,
  PendingInvitation,
} from "./contract-invitations.ts";
import { invitationLetter } from "./letters.ts";
import {
  deleteInvitation,
  insertInvitedMember,
  selectInvitation,
  selectInvitations,
  upsertInvitation,
} from "./store-invitations.ts";

/**
 * Creates an invitation and sends its link to the address only: acceptance then proves that the address
 * belongs to the new member. Throws `conflict` for the email of a member, `rate_limit_exceeded`, or
 * `service_unavailable` for the role of support while code serves that does not know it.
 */
export async function createInvitation({
  caller,
  request,
}: {
  caller: SignedInMember;
  request: InvitationRequest;
}): Promise<PendingInvitation> {
  const { email: invitedBy, organization } = await getAccount(caller);
  const { email, role } = request;
  if (role === "support") await requireUpgraded("supportRole");
  await requireLetterAllowance({ to: email, organizationId: caller.organizationId });
  const token = createToken("inv");
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * 24 * 60 * 60 * 1000);
  const invitation = { id: createId("invitation"), ...request, createdAt, expiresAt };
  const letter = {
    id: invitation.id,
    email,
    role,
    token,
    organization: organization.name,
    invitedBy,
  };
  const { organizationId, memberId: invitedById } = caller;
  const details = { target: invitation.id, after: { role, expiresAt: expiresAt.toISOString() } };
  const outcome = await upsertInvitation(
    { ...invitation, organizationId, invitedById, tokenHash: hashToken(token) },
    invitationLetter(letter),
    actOf(caller, "invitation.created", details),
  );
  if (outcome === "already_member") {
    throw new AppError("conflict", {
      message: "This person is a member already",
      details: "email: belongs to a member",
    });
  }
  await sendQueuedSoon();
  return { ...invitation, invitedBy, undelivered: false };
}

/** The pending invitations of the caller's organization. */
export async function listInvitations({
  caller,
}: {
  caller: SignedInMember;
}): Promise<PendingInvitation[]> {
  return await selectInvitations(caller.organizationId);
}

/** Withdraws an invitation, whose link stops working. Throws `not_found`. */
export async function withdrawInvitation({
  caller,
  invitationId,
}: {
  caller: SignedInMember;
  invitationId: string;
}): Promise<void> {
  const act = actOf(caller, "invitation.withdrawn", { target: invitationId });
  if (!(await deleteInvitation(caller.organizationId, invitationId, act))) throw noInvitation();
}

/** The invitation of a link. Throws `not_found` if it is unknown, expired, used, or withdrawn. */
export async function openInvitation({ token }: { token: string }): Promise<OpenedInvitation> {
  const invitation = await selectInvitation(hashToken(token));
  if (!invitation) throw noInvitation();
  return invitation;
}

function noInvitation(): AppError {
  return new AppError("not_found", { message: "No such invitation, or it is no longer valid" });
}

/**
 * Creates the member. Throws `not_found` for a link that no longer works, `invalid_request` that names
 * the password, and `conflict` if the email belongs to a member of another organization.
 */
export async function acceptInvitation({
  token,
  password,
}: {
  token: string;
  password: string;
}): Promise<{ memberId: string }> {
  // Before the expensive hash of the password: only a valid link is worth it.
  const { email, organizationName } = await openInvitation({ token });
  await requireStrongPassword({ field: "password", password, email, known: [organizationName] });

  const member = { id: createId("member"), passwordHash: await hashPassword(password) };
  const outcome = await insertInvitedMember(hashToken(token), member);
  if (outcome === "no_invitation") throw noInvitation();
  if (outcome === "email_taken") {
    throw new AppError("conflict", {
      message: "This email belongs to a member of another organization",
      details: "ask to be invited under another address",
    });
  }
  await sendQueuedSoon();
  return { memberId: member.id };
}
