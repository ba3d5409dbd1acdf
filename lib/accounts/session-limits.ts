import { deleteEndedSessions } from "./store-sessions.ts";

const HOUR_MS = 60 * 60 * 1000;

/** `idleMs` after the last use, or `absoluteMs` after sign-in, whichever is first. */
type SessionLimits = { idleMs: number; absoluteMs: number };

const SESSION_LIMITS: SessionLimits = { idleMs: 12 * HOUR_MS, absoluteMs: 7 * 24 * HOUR_MS };

/** Whether the session is past its limits. The last use is known to the minute. */
export function hasEnded({
  createdAt,
  lastSeenAt,
}: {
  createdAt: Date;
  lastSeenAt: Date;
}): boolean {
  const { idleMs, absoluteMs } = SESSION_LIMITS;
  const now = Date.now();
  return now - lastSeenAt.getTime() >= idleMs || now - createdAt.getTime() >= absoluteMs;
}

/** Removes the sessions that have ended by time. */
export async function pruneSessions(): Promise<undefined> {
  await deleteEndedSessions(SESSION_LIMITS);
}
