import { createKeyCache, type KeyCache, outlastKeyCaches } from "#lib/api-keys/key-cache.ts";
import { scopesOfMember } from "#lib/core/permissions.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { log } from "#lib/log/logger.ts";
import { openSessionCookie, readSessionCookie } from "./session-cookie.ts";
import { hasEnded } from "./session-limits.ts";
import { type SessionRow, selectSession, updateLastSeen } from "./store-sessions.ts";

const LAST_SEEN_INTERVAL_MS = 60_000;

const processWide = globalThis as { sealslipSessions?: KeyCache<SessionRow> };

/** The session in the Cookie header, with its member. Undefined once it has ended. */
export async function findSession(cookies: string | null): Promise<SessionRow | undefined> {
  const sealed = readSessionCookie(cookies);
  const session = sealed && (await cachedSessions().find(sealed, () => readSession(sealed)));
  if (!session || hasEnded(session)) return undefined;

  recordUse(session);
  return session;
}

export function mayOpenReceipts({ kind, role }: SessionRow): boolean {
  return scopesOfMember(kind, role).includes("receipts:decrypt");
}

async function readSession(sealed: string): Promise<SessionRow | undefined> {
  const token = await openSessionCookie(sealed);
  return token ? await selectSession(hashToken(token)) : undefined;
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

/**
 * Call it once the end of a session, or a change of its member or organization, is stored. Resolves when no
 * process of the service uses its earlier lookup any more, as `forgetApiKeysEverywhere` does.
 */
export async function forgetSessionsEverywhere(): Promise<void> {
  cachedSessions().forget();
  await outlastKeyCaches();
}

/** Keyed by the value of the cookie, so that a cookie is not decrypted again within that time. */
function cachedSessions(): KeyCache<SessionRow> {
  processWide.sealslipSessions ??= createKeyCache();
  return processWide.sealslipSessions;
}
