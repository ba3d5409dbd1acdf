let queued: (() => void)[] = [];

/**
 * Runs `work` once the event loop has read what came in: all that one turn asks for, and what that asks for
 * in turn, such as the write of a statement. A `setImmediate` within one would wait for another turn.
 */
export function atEndOfTurn(work: () => void): void {
  if (queued.length === 0) setImmediate(runQueued);
  queued.push(work);
}

function runQueued(): void {
  const works = queued;
  try {
    // Grows while it is run.
    for (const work of works) work();
  } finally {
    queued = [];
  }
}
