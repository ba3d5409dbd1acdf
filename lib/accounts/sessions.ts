import { isIP } from "node:net";
import { LRUCache } from "lru-cache";
import { KEY_CACHE_MS, outlastKeyCaches } from "#lib/api-keys/key-cache.ts";
import { actOf, actOfMember } from "#lib/audit/act.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { scopesOfMember } from "#lib/core/permissions.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { log } from "#lib/log/logger.ts";
import { hasNoticeAllowance } from "#lib/mail/allowance.ts";
import { sendQueuedSoon } from "#lib/mail/queue-letter.ts";
import type { SecondFactorProof } from "./codes.ts";
import type { SessionEntry } from "./contract-sessions.ts";
import { describeDevice } from "./describe-device.ts";
import { isKnownDevice } from "./known-device.ts";
import { openSessionCookie, readSessionCookie } from "./session-cookie.ts";
import { hasEnded } from "./session-limits.ts";
import {
  deleteAllSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionByHash,
  insertSession,
  type SessionRow,
  selectSession,
  selectSessions,
  updateLastSeen,
} from "./store-sessions.ts";

const LAST_SEEN_INTERVAL_MS = 60_000;
const MAX_USER_AGENT_LENGTH = 512;

/** Who has proved to be which member. */
export type SignedIn = { memberId: string; organizationId: string; sessionVersion: number };

/** How they did. */
export type Proof = {
  method: "password" | "passkey" | "oidc";
  secondFactor: SecondFactorProof | null;
  /** Null where nobody knows when, as at a provider whose own session goes on. */
  provedAt: Date | null;
};

/** The browser that signs in. */
export type Visitor = { address: string; userAgent: string | null; cookies: string | null };

/**
 * Begins a session, which takes the place of the one that this browser has. Returns the token of its
 * cookie; the service keeps only the hash.
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
  const isNotable =
    !(await isKnownDevice(cookies, memberId)) && (await hasNoticeAllowance(memberId));
  if (await insertSession(session, { isNotable }, act)) await sendQueuedSoon();
  const sealed = readSessionCookie(cookies);
  const earlier = sealed ? await openSessionCookie(sealed) : undefined;
  if (earlier) await endSessionOfToken(earlier, "replaced");
  return token;
}

const processWide = globalThis as { sealslipSessions?: LRUCache<string, SessionRow> };

/** The session in the Cookie header, with its member. Undefined once it has ended. */
export async function findSession(cookies: string | null): Promise<SessionRow | undefined> {
  const sealed = readSessionCookie(cookies);
  const session = sealed && (cachedSessions().get(sealed) ?? (await readSession(sealed)));
  if (!session || hasEnded(session)) return undefined;

  recordUse(session);
  return session;
}

export function mayOpenReceipts({ kind, role }: SessionRow): boolean {
  return scopesOfMember(kind, role).includes("receipts:decrypt");
}

async function readSession(sealed: string): Promise<SessionRow | undefined> {
  // The cache entry ages from before the query: the row may change before the answer is here.
  const start = performance.now();
  const token = await openSessionCookie(sealed);
  const session = token ? await selectSession(hashToken(token)) : undefined;
  if (session) cachedSessions().set(sealed, session, { start });
  return session;
}

function recordUse(session: SessionRow): void {
  const now = new Date();
  if (now.getTime() - session.recordedAt.getTime() < LAST_SEEN_INTERVAL_MS) return;

  session.recordedAt = now;
  session.lastSeenAt = now;
  updateLastSeen(session, now).catch((err) =>
    log().warn({ err }, "the use of a session was not recorded"),
  );
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

/** Ends every session of the member but the one that asks. */
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

/** Signs this browser out: the token counts nowhere any more, whoever has copied it. */
export async function endSessionOfToken(
  token: string,
  reason: "signed_out" | "replaced" = "signed_out",
): Promise<void> {
  if (await deleteSessionByHash(hashToken(token), reason)) await forgetSessionsEverywhere();
}

/**
 * Call it once the end of a session, or a change of its member or organization, is stored. Resolves
 * when no process of the service relies on what it read before, as `forgetApiKeysEverywhere` does.
 */
export async function forgetSessionsEverywhere(): Promise<void> {
  cachedSessions().clear();
  await outlastKeyCaches();
}

/** By the value of the cookie, so that one that was just seen is not decrypted again. */
function cachedSessions(): LRUCache<string, SessionRow> {
  processWide.sealslipSessions ??= new LRUCache({ max: 10_000, ttl: KEY_CACHE_MS });
  return processWide.sealslipSessions;
}
