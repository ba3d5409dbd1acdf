import { isDeepStrictEqual } from "node:util";
import { DISABLE_AFTER_DAYS, WARN_AFTER_DAYS } from "./contract-deliveries.ts";

/** How an endpoint has answered lately. Of attempts by hand, only those that succeed count. */
export type Health = {
  /** In a row. */
  failures: number;
  failingSince: Date | null;
  /** Set while the endpoint is taken to be down; once the time has come, one event is tried. */
  pausedUntil: Date | null;
};

export const healthy: Health = {
  failures: 0,
  failingSince: null,
  pausedUntil: null,
};

/** An endpoint that has failed so often in a row is down. */
export const DOWN_AFTER = 32;

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 5 * 60_000;
/** Failures of a resend are not counted in the database, so that its pauses do not grow. */
const RESEND_PAUSE_MS = 60_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** After a failure of the schedule. One that retries an event does not put off the next trial of a new one. */
export function afterFailure(health: Health, at: Date, kind: "first" | "retry"): Health {
  const failures = health.failures + 1;
  const failingSince = health.failingSince ?? at;
  const isDown = failures >= DOWN_AFTER;
  const isPaused = isDown && (kind === "first" || health.pausedUntil === null);
  const pausedUntil = isPaused
    ? new Date(Date.now() + pauseMs(failures - DOWN_AFTER))
    : health.pausedUntil;
  return { failures, failingSince, pausedUntil };
}

/** After so many failures of a resend in a row. */
export function afterResendFailure(health: Health, inARow: number): Health {
  if (inARow < DOWN_AFTER) return health;
  return { ...health, pausedUntil: new Date(Date.now() + RESEND_PAUSE_MS) };
}

export function isPaused({ pausedUntil }: Health): boolean {
  return pausedUntil !== null && pausedUntil.getTime() > Date.now();
}

/** Whether what the database has is what was written to it. */
export function isSameHealth(one: Health, other: Health): boolean {
  return isDeepStrictEqual(pickHealth(one), pickHealth(other));
}

export function pickHealth({ failures, failingSince, pausedUntil }: Health): Health {
  return { failures, failingSince, pausedUntil };
}

export type DueNotice = "none" | "warning" | "disabling";

/** What the owners have to be told, at a failure. */
export function noticeDue({
  failingSince,
  warnedAt,
}: Pick<Health, "failingSince"> & { warnedAt: Date | null }): DueNotice {
  if (failingSince === null) return "none";
  const days = (Date.now() - failingSince.getTime()) / DAY_MS;
  if (days >= DISABLE_AFTER_DAYS) return "disabling";
  return days >= WARN_AFTER_DAYS && warnedAt === null ? "warning" : "none";
}

function pauseMs(times: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(times, 16));
}
