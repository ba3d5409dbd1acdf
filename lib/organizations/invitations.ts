import { getAccount } from "#lib/accounts/account.ts";
import { isEmail, passwordIsEmail } from "#lib/accounts/contract.ts";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { actOf } from "#lib/audit/act.ts";
import { publicUrl } from "#lib/config.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { INVITATION_DAYS } from "#lib/core/retention.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import type {
  CreatedInvitation,
  InvitationRequest,
  OpenedInvitation,
  PendingInvitation,
} from "./contract-invitations.ts";
import {
  deleteInvitation,
  insertInvitedMember,
  selectInvitation,
  selectInvitations,
  upsertInvitation,
} from "./store-invitations.ts";

/**
 * Creates an invitation. Whoever has the link can accept it, so the caller passes it on. Throws
 * `conflict` for the email of a member.
 */
export async function createInvitation({
  caller,
  request,
}: {
  caller: SignedInMember;
  request: InvitationRequest;
}): Promise<CreatedInvitation> {
  const { email: invitedBy } = await getAccount(caller);
  const token = createToken("inv");
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * 24 * 60 * 60 * 1000);
  const invitation = { id: createId("invitation"), ...request, createdAt, expiresAt };
  const { organizationId, memberId: invitedById } = caller;
  const row = { ...invitation, organizationId, invitedById, tokenHash: hashToken(token) };
  const details = {
    target: invitation.id,
    after: { role: request.role, expiresAt: expiresAt.toISOString() },
  };
  const outcome = await upsertInvitation(row, actOf(caller, "invitation.created", details));
  if (outcome === "already_member") {
    throw new AppError("conflict", {
      message: "This person is a member already",
      details: "email: belongs to a member",
    });
  }
  // After the #, which browsers do not send, so that no log on the way sees the token.
  const link = `${publicUrl()}/invite#${token}`;
  return { invitation: { ...invitation, invitedBy }, link };
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

/** What the link offers. Throws `not_found` for one that is unknown, expired, used or withdrawn. */
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
  // Before the password is hashed: that is expensive, and only a valid link is worth it.
  const { email } = await openInvitation({ token });
  if (isEmail(password, email)) {
    throw new AppError("invalid_request", {
      message: "Request validation failed",
      details: `password: ${passwordIsEmail}`,
    });
  }

  const member = { id: createId("member"), passwordHash: await hashPassword(password) };
  const outcome = await insertInvitedMember(hashToken(token), member);
  if (outcome === "no_invitation") throw noInvitation();
  if (outcome === "email_taken") {
    throw new AppError("conflict", {
      message: "This email belongs to a member of another organization",
      details: "ask to be invited under another address",
    });
  }
  return { memberId: member.id };
}
