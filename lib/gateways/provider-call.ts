import { log } from "#lib/log/logger.ts";

/**
 * The `fetch` that providers' packages call through. Connections are kept alive and shared by the
 * whole process; nothing is resent automatically; `signal` ends the call, its body included.
 */
export function providerFetch(signal: AbortSignal): typeof fetch {
  return (input, init) =>
    fetch(input, {
      ...init,
      // A redirect would take a charge and its credentials to an address that nobody configured.
      redirect: "error",
      signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal,
    });
}

/** The packages' own limit; the caller's signal ends a call long before. */
export const MAX_CALL_MS = 60_000;

/**
 * A reason from what providers call codes and parameter names. Their messages never go in: they
 * repeat what was sent, sometimes parts of a key.
 */
export function providerReason(...parts: (string | null | undefined)[]): string {
  const clean = parts.filter((part) => typeof part === "string" && /^[\w.[\]-]{1,80}$/.test(part));
  return clean.join(": ") || "unspecified";
}

/** Logs a call that a provider did not answer usably; nothing of what was sent. */
export function logProviderFailure(provider: string, paymentId: string, error: unknown): void {
  const { statusCode, code, requestId, name } = error as {
    statusCode?: unknown;
    code?: unknown;
    requestId?: unknown;
    name?: unknown;
  };
  log().warn(
    {
      provider,
      payment_id: paymentId,
      status: statusCode,
      code,
      provider_request_id: requestId,
      name,
    },
    "the payment provider gave no usable answer",
  );
}
