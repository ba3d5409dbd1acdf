import { log } from "#lib/log/logger.ts";
import type { Unknown } from "./gateway.ts";

/**
 * The `fetch` that providers' packages call through. Connections are kept alive and shared by the
 * whole process; nothing is resent automatically; `signal` ends the call, its body included.
 */
export function providerFetch(signal: AbortSignal): typeof fetch {
  return (input, init) =>
    fetch(input, {
      ...init,
      // A redirect would take a charge and its credentials to an address that is not configured.
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

/** The outcome of some calls to a provider: what they throw says nothing about the money. */
export async function orUnknown<Outcome>(
  provider: string,
  id: string,
  signal: AbortSignal,
  ask: () => Promise<Outcome>,
): Promise<Outcome | Unknown> {
  try {
    return await ask();
  } catch (error) {
    logProviderFailure(provider, id, error);
    return { kind: "unknown", reason: signal.aborted ? "timeout" : "provider_error" };
  }
}

/** Logs a call that a provider did not answer usably; nothing of what was sent. */
export function logProviderFailure(provider: string, id: string | undefined, error: unknown): void {
  const { statusCode, code, requestId, name } = error as {
    statusCode?: unknown;
    code?: unknown;
    requestId?: unknown;
    name?: unknown;
  };
  log().warn(
    {
      provider,
      payment_id: id,
      status: statusCode,
      code,
      provider_request_id: requestId,
      name,
    },
    "the payment provider gave no usable answer",
  );
}
