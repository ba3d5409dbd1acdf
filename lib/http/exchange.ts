import { config } from "#lib/config.ts";
import type { KeyCaller, MemberCaller, Tenant } from "#lib/core/caller.ts";
import { createId } from "#lib/core/ids.ts";
import { parseAddress, UNKNOWN_ADDRESS } from "#lib/limits/addresses.ts";

/** One request and what its steps find out about it: enough to answer and to log it. */
export type Exchange = {
  readonly request: Request;
  readonly requestId: string;
  /** `performance.now()` at arrival, milliseconds. */
  readonly startedAt: number;
  /** Of the client, as far as the proxies can be believed: an IP address, or `UNKNOWN_ADDRESS`. */
  readonly address: string;
  /** The same, or null where nobody knows. */
  readonly ipAddress: string | null;
  /** The path with its parameters' names, as it goes into the log: never the path itself. */
  readonly route: string;
  /** Headers of the answer, whatever it will be. */
  readonly headers: Record<string, string>;
  /** Who asks, as far as it is known; for the log. */
  caller?: Partial<Tenant & Pick<KeyCaller, "apiKeyId"> & Pick<MemberCaller, "memberId">>;
  /** The payment that the request is about; for the log. */
  paymentId?: string;
  /** Whether the log only counts it, with others. */
  isUnlogged?: boolean;
};

/** `socketAddress`: of whoever connected, which a web `Request` does not tell; undefined once they have gone. */
export function openExchange(
  request: Request,
  route: string,
  socketAddress: string | undefined,
): Exchange {
  const requestId = createId("request");
  const forwarded = request.headers.get("x-forwarded-for");
  const address = believeProxies(socketAddress ?? UNKNOWN_ADDRESS, forwarded);
  return {
    request,
    requestId,
    startedAt: performance.now(),
    address,
    ipAddress: address === UNKNOWN_ADDRESS ? null : address,
    route,
    headers: { "X-Request-Id": requestId },
  };
}

/**
 * The address a request came from, by its socket and its X-Forwarded-For header, which counts only as far as
 * TRUSTED_PROXIES says: everything to the left of the proxies' own entries is the client's word. Where a proxy
 * wrote something that is no IP address, nobody is known: its own address may be one that a key is restricted to.
 */
export function believeProxies(socket: string, header: string | null): string {
  const proxies = config().trustedProxies;
  const forwarded = proxies > 0 ? header : null;
  const chain = forwarded === null ? [] : forwarded.split(",").map((entry) => entry.trim());
  const address = chain.at(-Math.min(proxies, chain.length)) ?? socket;
  return parseAddress(address) ?? UNKNOWN_ADDRESS;
}
