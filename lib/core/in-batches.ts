/**
 * Removes a few rows at a time, to keep each transaction short, until fewer are left than `remove` was
 * allowed to take. Returns how many were removed.
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
