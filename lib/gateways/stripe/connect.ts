import Stripe from "stripe";
import { MAX_CALL_MS, providerFetch } from "#lib/gateways/provider-call.ts";

/** Requests and answers are written for this version; the account's own default does not matter. */
export const STRIPE_API_VERSION = "2026-10-28.endive";

/**
 * A client for one call: the package takes no AbortSignal with a request, but a `fetch` that has one.
 * That `fetch` also keeps the package from sending again after a closed connection, which it does
 * without being asked. A client costs less than 0.1 ms; the connections are not its own.
 */
export function connectStripe(
  secretKey: string,
  baseUrl: string | undefined,
  signal: AbortSignal,
): Stripe {
  const { protocol, hostname, port } = new URL(baseUrl ?? "https://api.stripe.com");
  const scheme = protocol === "http:" ? "http" : "https";
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    httpClient: Stripe.createFetchHttpClient(providerFetch(signal)),
    host: hostname,
    port: port || (scheme === "http" ? 80 : 443),
    protocol: scheme,
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: MAX_CALL_MS,
  });
}
