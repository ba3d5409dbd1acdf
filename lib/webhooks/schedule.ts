import { RETRY_SECONDS } from "./contract-deliveries.ts";

/** At most, of the pause: what failed together is not repeated together. */
const JITTER = 0.1;

/** When to try again after `attempts` attempts of the schedule; null after the last one. */
export function retryAt(attempts: number, failedAt: Date, random = Math.random()): Date | null {
  const seconds = RETRY_SECONDS[attempts - 1];
  if (seconds === undefined) return null;
  return new Date(failedAt.getTime() + seconds * 1000 * (1 + JITTER * random));
}
