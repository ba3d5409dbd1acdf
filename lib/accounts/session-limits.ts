import type { Environment } from "#lib/core/vocabulary.ts";
import { STEP_UP_MINUTES } from "./contract-step-up.ts";
import { deleteEndedSessions } from "./store-sessions.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A session ends `idleMs` after its last use, and `absoluteMs` after the sign-in. */
const limits = {
  /** Of organizations that may act in production. */
  production: { idleMs: 30 * MINUTE_MS, absoluteMs: 12 * HOUR_MS },
  tests: { idleMs: 12 * HOUR_MS, absoluteMs: 7 * 24 * HOUR_MS },
};

type DatedSession = {
  createdAt: Date;
  lastSeenAt: Date;
  approvedEnvironments: readonly Environment[];
};

/** Whether the session is past its limits. The last use is known to the minute. */
export function hasEnded({ createdAt, lastSeenAt, approvedEnvironments }: DatedSession): boolean {
  const { idleMs, absoluteMs } =
    limits[approvedEnvironments.includes("production") ? "production" : "tests"];
  const now = Date.now();
  return now - lastSeenAt.getTime() >= idleMs || now - createdAt.getTime() >= absoluteMs;
}

export const STEP_UP_MS = STEP_UP_MINUTES * MINUTE_MS;

/** Whether the user of the session has recently proved to be its member. */
export function isSteppedUp({ steppedUpAt }: { steppedUpAt: Date | null }): boolean {
  return steppedUpAt !== null && Date.now() - steppedUpAt.getTime() < STEP_UP_MS;
}

/** Removes the expired sessions of all members. */
export async function pruneSessions(): Promise<undefined> {
  await deleteEndedSessions(limits.tests);
}
