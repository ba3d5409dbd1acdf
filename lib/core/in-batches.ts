/**
 * Removes a few at a time, so that none of the transactions is long, until fewer are left than `remove`
 * was allowed to take. Returns how many that was.
 */
export async function inBatches(
  remove: (limit: number) => Promise<number>,
  limit = 100,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await remove(limit);
    removed += count;
    if (count < limit) return removed;
  }
}
