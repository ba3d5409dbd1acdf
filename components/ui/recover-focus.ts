/**
 * Gives the focus back where it was lost with what had it: to `before` if that is still there, otherwise to the
 * heading of the page.
 */
export function recoverFocus(before?: Element | null): void {
  if (document.activeElement !== document.body) return;
  const isThere = before?.isConnected && before !== document.body;
  const target = isThere ? before : document.querySelector("main h1");
  if (!(target instanceof HTMLElement)) return;
  if (!isThere) target.tabIndex = -1;
  target.focus({ preventScroll: !isThere });
}
