const BATCH = 100;

/**
 * Removes a few at a time, so that none of the transactions is long, until fewer are left than `remove`
 * was allowed to take. Returns how many that was.
 */
export async function inBatches(remove: (limit: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await remove(BATCH);
    removed += count;
    if (count < BATCH) return removed;
  }
}
