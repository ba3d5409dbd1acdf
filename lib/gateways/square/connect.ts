import { SquareClient, SquareEnvironment } from "square";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import { MAX_CALL_MS, providerFetch } from "#lib/gateways/provider-call.ts";
import type { SquareCredentials } from "./credentials.ts";

/** Requests and answers are written for this version; the application's own default does not matter. */
export const SQUARE_VERSION = "2026-09-16";

/** Which of Square's addresses takes the calls; `baseUrl` replaces either. */
export type SquarePlace = { environment: AnyEnvironment; baseUrl?: string | undefined };

/** A client for one call. */
export function connectSquare(
  { accessToken }: Pick<SquareCredentials, "accessToken">,
  { environment, baseUrl }: SquarePlace,
  signal: AbortSignal,
): SquareClient {
  const address = environment === "production" ? "Production" : "Sandbox";
  return new SquareClient({
    token: accessToken,
    baseUrl: baseUrl ?? SquareEnvironment[address],
    version: SQUARE_VERSION,
    maxRetries: 0,
    timeoutInSeconds: MAX_CALL_MS / 1000,
    fetch: neverReject(providerFetch(signal)),
  });
}

/**
 * Turns a network error into `Response.error()`, status 0: when `fetch` rejects, the package leaves its
 * timer running, and the process could not end for a minute.
 */
function neverReject(send: typeof fetch): typeof fetch {
  return (input, init) => send(input, init).catch(() => Response.error());
}
