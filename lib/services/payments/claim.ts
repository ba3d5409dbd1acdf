import { config } from "#lib/config.ts";

const MARGIN_MS = 2_000;

/**
 * How long one call may be busy with the gateway, milliseconds: longer than any gateway call, so
 * that only the payment of a dead process is ever taken over.
 */
export function claimMs(): number {
  return config().gatewayTimeoutMs + MARGIN_MS;
}
