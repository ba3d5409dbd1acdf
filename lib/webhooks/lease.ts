import { ANSWER_SECONDS } from "./contract-deliveries.ts";

/** How long an endpoint belongs to the process that claimed it, from the last recording on. */
export const LEASE_SECONDS = 30;

/** What an attempt needs: the time limit of its answer, and a second to begin. */
const ATTEMPT_MS = (ANSWER_SECONDS + 1) * 1000;

type Moment = { steady: number; wall: number };

/**
 * A lease by the clocks of its holder, who must stop before another process may begin. The steady clock stands still
 * while the machine sleeps, and the other one can be set: the one that has run further counts.
 */
export class Lease {
  #since: Moment;

  /** `since`: before the statement that took or renewed it was sent. */
  constructor(since: Moment) {
    this.#since = since;
  }

  renew(since: Moment): void {
    this.#since = since;
  }

  /** Whether an attempt that begins now ends before the lease does. */
  coversAttempt(): boolean {
    return LEASE_SECONDS * 1000 - this.ageMs() > ATTEMPT_MS;
  }

  ageMs(): number {
    const { steady, wall } = currentMoment();
    return Math.max(steady - this.#since.steady, wall - this.#since.wall);
  }
}

export function currentMoment(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}
