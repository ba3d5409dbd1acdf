/**
 * The `fetch` that providers' packages call through. Connections are kept alive and shared by the
 * whole process; nothing is sent twice on its own; `signal` ends the call, its body included.
 */
export function providerFetch(signal: AbortSignal): typeof fetch {
  return (input, init) =>
    fetch(input, {
      ...init,
      // A redirect would carry a charge and its credentials to an address that nobody configured.
      redirect: "error",
      signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal,
    });
}

/** What the packages wait for at most; the caller's signal ends a call long before. */
export const LONGEST_CALL_MS = 60_000;
