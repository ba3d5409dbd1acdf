/** How long a key or a receipt may stay in memory while nobody sees the page. */
export const hiddenMilliseconds = 60_000;

/**
 * Calls `forget` once, when the page has been hidden for the whole time. Returns how to stop
 * waiting for it.
 */
export function whenHiddenFor(milliseconds: number, forget: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiddenSince: number | undefined;

  function look(): void {
    if (document.visibilityState === "hidden") {
      hiddenSince ??= Date.now();
      timer ??= setTimeout(finish, milliseconds);
      return;
    }
    // A frozen page runs no timers: the time is counted when it comes back.
    if (hiddenSince !== undefined && Date.now() - hiddenSince >= milliseconds) {
      finish();
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    hiddenSince = undefined;
  }

  function stop(): void {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  }

  function finish(): void {
    stop();
    forget();
  }

  document.addEventListener("visibilitychange", look);
  look();
  return stop;
}
