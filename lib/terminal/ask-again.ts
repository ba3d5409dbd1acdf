import { ApiError, isUndecided } from "#lib/client/api-error.ts";

export const MAX_ATTEMPTS = 3;

/** No answer, or a temporary failure: the same request again may get another outcome. */
export type Open = { kind: "open"; error: ApiError };

export type Refused = { kind: "refused"; error: ApiError };

/** Asks up to three times, with waits between, as long as the outcome is open. */
export async function askAgain<Outcome extends { kind: string }>(
  ask: () => Promise<Outcome | Open>,
  onWait: (milliseconds: number) => void,
): Promise<Outcome | Open> {
  let outcome = await ask();
  for (let attempts = 1; attempts < MAX_ATTEMPTS && isOpen(outcome); attempts++) {
    const wait = waitBefore(attempts, outcome.error.retryAfter);
    onWait(wait);
    await new Promise((resolve) => setTimeout(resolve, wait));
    outcome = await ask();
  }
  return outcome;
}

/** What a call that failed comes to. Throws what is no answer, and ApiError if the session has ended. */
export function readFailure(error: unknown): Open | Refused {
  if (error instanceof DOMException && error.name === "TimeoutError") {
    const message = "No answer in time";
    return { kind: "open", error: new ApiError({ status: 0, code: "no_answer", message }) };
  }
  if (!(error instanceof ApiError) || error.code === "unauthorized") throw error;
  return { kind: isUndecided(error) || error.status === 429 ? "open" : "refused", error };
}

function isOpen(outcome: { kind: string } | Open): outcome is Open {
  return outcome.kind === "open";
}

/** The contract's schedule, or the service's Retry-After if that is longer. */
export function waitBefore(attempts: number, retryAfter = 0): number {
  return Math.max(1000 * 2 ** (attempts - 1), retryAfter * 1000);
}
