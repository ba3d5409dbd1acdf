const waiting = { calls: 0 };

/** How many calls of this process, and the few of its jobs, wait for a provider; they cost nothing meanwhile. */
export function countWaiting(): number {
  return waiting.calls;
}

/** The provider's answer; until it comes, the call counts as waiting. */
export async function waitForProvider<T>(answer: Promise<T>): Promise<T> {
  waiting.calls += 1;
  try {
    return await answer;
  } finally {
    waiting.calls -= 1;
  }
}
