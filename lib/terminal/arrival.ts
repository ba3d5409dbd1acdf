import { MAX_ATTEMPTS, waitAfter } from "#lib/client/schedule.ts";

/** Far longer than the service takes with a gateway that is slow: the connection is dead. */
export const ATTEMPT_MS = 60_000;

/** After the last attempt that is known: as long as all of them and the waits between may take. */
const ARRIVAL_MS = MAX_ATTEMPTS * ATTEMPT_MS + waitAfter(1) + waitAfter(2);

/**
 * Whether a request that was sent at `sentAt` may still arrive, or be repeated by the tab that sent it. Until then, a
 * service that has no payment has none so far.
 */
export function mayStillArrive(sentAt: number, at: number): boolean {
  return at < sentAt + ARRIVAL_MS;
}
