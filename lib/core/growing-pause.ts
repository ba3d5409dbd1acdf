/** How long to wait before a restart: not at all, then longer each time. */
export function growingPause(
  ends: number,
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
): number {
  return ends <= 1 ? 0 : Math.min(maxMs, firstMs * 2 ** (ends - 2));
}
