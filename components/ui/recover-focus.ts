/**
 * Restores a focus that was lost with its element: to `before` if that still exists, otherwise to the heading
 * of the page.
 */
export function recoverFocus(before?: Element | null): void {
  if (document.activeElement !== document.body) return;
  const isThere = before?.isConnected && before !== document.body;
  const target = isThere ? before : document.querySelector("main h1");
  if (!(target instanceof HTMLElement)) return;
  if (!isThere) target.tabIndex = -1;
  target.focus({ preventScroll: !isThere });
}
