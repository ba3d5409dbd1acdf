import { getAccount } from "#lib/accounts/account.ts";
import { isEmail, passwordIsEmail } from "#lib/accounts/contract.ts";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { publicUrl } from "#lib/config.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { INVITATION_DAYS } from "#lib/core/retention.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { isUniqueViolation } from "#lib/storage/transaction.ts";
import type {
  InvitationRequest,
  InvitationResource,
  OpenedInvitation,
} from "./contract-invitations.ts";
import {
  deleteInvitation,
  insertInvitedMember,
  type StoredInvitation,
  selectInvitation,
  selectInvitations,
  upsertInvitation,
} from "./store-invitations.ts";

/**
 * Invites somebody; whoever has the link can accept, so it is for the caller to pass on. Throws
 * `conflict` for a member.
 */
export async function createInvitation({
  caller,
  request,
}: {
  caller: SignedInMember;
  request: InvitationRequest;
}): Promise<{ invitation: InvitationResource; link: string }> {
  const { email: invitedBy } = await getAccount(caller);
  const token = createToken("inv");
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * 24 * 60 * 60 * 1000);
  const invitation = { id: createId("invitation"), ...request, createdAt, expiresAt };
  const isSaved = await upsertInvitation({
    ...invitation,
    organizationId: caller.organizationId,
    invitedById: caller.memberId,
    tokenHash: hashToken(token),
  });
  if (!isSaved) {
    throw new AppError("conflict", {
      message: "This person is a member already",
      details: "email: is a member's",
    });
  }
  // Behind the #, so that the token gets into no log on its way.
  const link = `${publicUrl()}/invite#${token}`;
  return { invitation: describeInvitation({ ...invitation, invitedBy }), link };
}

/** The invitations of the caller's organization that are open. */
export async function listInvitations({
  caller,
}: {
  caller: SignedInMember;
}): Promise<InvitationResource[]> {
  const invitations = await selectInvitations(caller.organizationId);
  return invitations.map(describeInvitation);
}

/** Withdraws an invitation: its link works no more. Throws `not_found`. */
export async function withdrawInvitation({
  caller,
  invitationId,
}: {
  caller: SignedInMember;
  invitationId: string;
}): Promise<void> {
  if (!(await deleteInvitation(caller.organizationId, invitationId))) throw noInvitation();
}

/** What the link offers. Throws `not_found` for one that is unknown, over, used or withdrawn. */
export async function openInvitation({ token }: { token: string }): Promise<OpenedInvitation> {
  const invitation = await selectInvitation(hashToken(token));
  if (!invitation) throw noInvitation();

  const { email, role, organizationName } = invitation;
  return { email, role, organizationName };
}

function noInvitation(): AppError {
  return new AppError("not_found", { message: "No such invitation, or it is over" });
}

/**
 * Makes the member. Throws `not_found` for a link that is over, `invalid_request` that names the
 * password, and `conflict` where the email belongs to a member of another organization.
 */
export async function acceptInvitation({
  token,
  password,
}: {
  token: string;
  password: string;
}): Promise<{ memberId: string }> {
  // Before the password is hashed: that is work, and not for everybody who sends something.
  const { email } = await openInvitation({ token });
  if (isEmail(password, email)) {
    throw new AppError("invalid_request", {
      message: "Request validation failed",
      details: `password: ${passwordIsEmail}`,
    });
  }

  const member = { id: createId("member"), passwordHash: await hashPassword(password) };
  const isAccepted = await insertInvitedMember(hashToken(token), member).catch((error) => {
    throw isUniqueViolation(error) ? emailTaken() : error;
  });
  if (!isAccepted) throw noInvitation();
  return { memberId: member.id };
}

function emailTaken(): AppError {
  return new AppError("conflict", {
    message: "This email belongs to a member of another organization",
    details: "ask to be invited under another address",
  });
}

type Shown = Omit<StoredInvitation, "organizationId" | "organizationName">;

/** What may be known of an invitation: its link was shown once. */
function describeInvitation(invitation: Shown): InvitationResource {
  const { id, email, role, invitedBy, createdAt, expiresAt } = invitation;
  return {
    id,
    email,
    role,
    invitedBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
