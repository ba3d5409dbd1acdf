export const MIN_PAUSE_MS = 3_000;
export const MAX_PAUSE_MS = 60_000;

/**
 * How long to wait before the next poll. During an outage it is half the time that the outage has lasted, so
 * that pauses grow. All times in milliseconds.
 */
export function pauseBeforePoll({
  answeredAt,
  failedAt,
}: {
  answeredAt: number;
  /** Zero where the last poll was answered. */
  failedAt: number;
}): number {
  const outage = Math.max(0, failedAt - answeredAt);
  return Math.min(Math.max(outage / 2, MIN_PAUSE_MS), MAX_PAUSE_MS);
}
