import type { ApiError } from "#lib/browser/api-error.ts";

export const MAX_ATTEMPTS = 3;

/** No answer, or a temporary failure: the same request again may get another outcome. */
export type Open = { kind: "open"; error: ApiError };

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

function isOpen(outcome: { kind: string } | Open): outcome is Open {
  return outcome.kind === "open";
}

/** The contract's schedule, or the service's Retry-After if that is longer. */
export function waitBefore(attempts: number, retryAfter = 0): number {
  return Math.max(1000 * 2 ** (attempts - 1), retryAfter * 1000);
}
