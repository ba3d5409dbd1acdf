import { config } from "#lib/config.ts";
import type { KeyCaller, MemberCaller, Tenant } from "#lib/core/caller.ts";
import { createId } from "#lib/core/ids.ts";
import { addressBlock, parseAddress, UNKNOWN_ADDRESS } from "#lib/limits/addresses.ts";
import type { Place } from "./load-shedder.ts";

/** One request and the facts that its steps add: enough to answer and to log it. */
export type Exchange = {
  readonly request: Request;
  readonly requestId: string;
  /** `performance.now()` at arrival, milliseconds. */
  readonly startedAt: number;
  /** Of the client, as far as the proxies are trusted: an IP address, or `UNKNOWN_ADDRESS`. */
  readonly address: string;
  /** The same, or null if unknown. */
  readonly ipAddress: string | null;
  /** The path with the names of its parameters, for the log: never the path itself. */
  readonly route: string;
  /** Headers of every answer. */
  readonly headers: Record<string, string>;
  /** The caller, as far as it is known; for the log. */
  caller?: Partial<Tenant & Pick<KeyCaller, "apiKeyId"> & Pick<MemberCaller, "memberId">>;
  /** The payment that the request is about; for the log. */
  paymentId?: string;
  /** Whose share of the process the call takes: of the caller's organization, or of its address. */
  holder: string;
  /** Among the calls in progress. */
  place?: Place;
  /** Whether the log has only a count for it. */
  isUnlogged?: boolean;
};

/**
 * `socketAddress`: of the peer, which a web `Request` does not have; undefined once the connection is closed.
 */
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
    holder: addressBlock(address),
    headers: { "X-Request-Id": requestId },
  };
}

/**
 * The address a request came from, by its socket and its X-Forwarded-For header, which counts only as far as
 * TRUSTED_PROXIES says: everything to the left of the proxies' own entries is the client's claim. If a
 * proxy's entry is no IP address, the client is unknown: the proxy's own address may be one that a key is
 * restricted to.
 */
export function believeProxies(socket: string, header: string | null): string {
  const proxies = config().trustedProxies;
  const forwarded = proxies > 0 ? header : null;
  const chain = forwarded === null ? [] : forwarded.split(",").map((entry) => entry.trim());
  const address = chain.at(-Math.min(proxies, chain.length)) ?? socket;
  return parseAddress(address) ?? UNKNOWN_ADDRESS;
}
