import { isIP } from "node:net";
import { actOf, actOfMember } from "#lib/audit/act.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { hasNoticeAllowance } from "#lib/mail/allowance.ts";
import { sendQueuedSoon } from "#lib/mail/queue-letter.ts";
import type { SecondFactorProof } from "./codes.ts";
import type { SessionEntry } from "./contract-sessions.ts";
import { describeDevice } from "./describe-device.ts";
import { forgetSessionsEverywhere } from "./find-session.ts";
import { isKnownDevice } from "./known-device.ts";
import { openSessionCookie, readSessionCookie } from "./session-cookie.ts";
import { hasEnded } from "./session-limits.ts";
import {
  deleteAllSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionByHash,
  insertSession,
  selectSessions,
} from "./store-sessions.ts";

const MAX_USER_AGENT_LENGTH = 512;

/** A member whose identity was proved. */
export type SignedIn = { memberId: string; organizationId: string; sessionVersion: number };

/** How it was proved. */
export type Proof = {
  method: "password" | "passkey" | "oidc" | "guest";
  secondFactor: SecondFactorProof | null;
  /** Null if unknown, as for a provider whose own session was used. */
  provedAt: Date | null;
};

/** The browser that signs in. */
export type Visitor = { address: string; userAgent: string | null; cookies: string | null };

/**
 * Begins a session, which replaces the one of this browser. Returns the token of its cookie; the service
 * stores only the hash.
 */
export async function beginSession(
  { memberId, organizationId, sessionVersion }: SignedIn,
  { address, userAgent, cookies }: Visitor,
  { method, secondFactor, provedAt }: Proof,
): Promise<string> {
  const token = createToken("ses");
  const session = {
    id: createId("session"),
    hash: hashToken(token),
    memberId,
    sessionVersion,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    address: isIP(address) === 0 ? null : address,
    steppedUpAt: provedAt,
    recovered: secondFactor === "recovery_code",
  };
  const after = { method, ...(secondFactor && { secondFactor }) };
  const details = { target: session.id, after };
  const act = actOfMember({ memberId, organizationId }, "sign_in.succeeded", details);
  // Nobody reads the mail of a guest, whom every stranger shares.
  const isNotable =
    method !== "guest" &&
    !(await isKnownDevice(cookies, memberId)) &&
    (await hasNoticeAllowance(memberId));
  if (await insertSession(session, { isNotable }, act)) await sendQueuedSoon();
  const sealed = readSessionCookie(cookies);
  const earlier = sealed ? await openSessionCookie(sealed) : undefined;
  if (earlier) await endSessionOfToken(earlier, "replaced");
  return token;
}

/** The sessions of the member, the latest use first. */
export async function listSessions({
  caller,
}: {
  caller: SignedInMember;
}): Promise<SessionEntry[]> {
  const rows = await selectSessions(caller.memberId);
  return rows
    .filter((row) => !hasEnded({ ...row, approvedEnvironments: caller.approvedEnvironments }))
    .map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
      id,
      device: describeDevice(userAgent),
      address,
      createdAt,
      lastSeenAt,
      current: id === caller.sessionId,
    }));
}

/** Ends one session of the member. Throws `not_found`. */
export async function endSession({
  caller,
  sessionId,
}: {
  caller: SignedInMember;
  sessionId: string;
}): Promise<void> {
  const details = { target: sessionId, after: { reason: "ended" } };
  const act = actOf(caller, "session.ended", details);
  if (!(await deleteSession(caller.memberId, sessionId, act))) {
    throw new AppError("not_found", { message: "No such session, or it has ended" });
  }
  await forgetSessionsEverywhere();
}

/** Ends every session of the member except the calling one. */
export async function endOtherSessions({ caller }: { caller: SignedInMember }): Promise<void> {
  const after = { reason: "ended_others" };
  await deleteOtherSessions(caller, actOf(caller, "session.ended", { after }));
  await forgetSessionsEverywhere();
}

/** Signs the member out everywhere, including this browser. */
export async function endAllSessions({ caller }: { caller: SignedInMember }): Promise<void> {
  const after = { reason: "signed_out_everywhere" };
  await deleteAllSessions(caller.memberId, actOf(caller, "session.ended", { after }));
  await forgetSessionsEverywhere();
}

/** Signs this browser out: the token, and every copy of it, becomes invalid. */
export async function endSessionOfToken(
  token: string,
  reason: "signed_out" | "replaced" = "signed_out",
): Promise<void> {
  if (await deleteSessionByHash(hashToken(token), reason)) await forgetSessionsEverywhere();
}
