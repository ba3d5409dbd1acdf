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

export function openExchange(request: Request, route: string): Exchange {
  const requestId = createId("request");
  const address = clientAddress(request);
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

const socketAddresses = new WeakMap<Request, string>();

/** Called by the server, which sees the socket; a web `Request` does not. */
export function rememberSocketAddress(request: Request, address: string | undefined): void {
  if (address !== undefined) socketAddresses.set(request, address);
}

/**
 * The address the request came from. X-Forwarded-For counts only as far as TRUSTED_PROXIES says:
 * everything to the left of the proxies' own entries is the client's word.
 */
export function clientAddress(request: Request): string {
  const socket = socketAddresses.get(request) ?? UNKNOWN_ADDRESS;
  return believeProxies(socket, request.headers.get("x-forwarded-for"));
}

/**
 * The same from the socket's address and the X-Forwarded-For header. Where a proxy wrote something that is
 * no IP address, nobody is known: the proxy's own address may be one that a key is restricted to.
 */
export function believeProxies(socket: string, header: string | null): string {
  const proxies = config().trustedProxies;
  const forwarded = proxies > 0 ? header : null;
  const chain = forwarded === null ? [] : forwarded.split(",").map((entry) => entry.trim());
  const address = chain.at(-Math.min(proxies, chain.length)) ?? socket;
  return parseAddress(address) ?? UNKNOWN_ADDRESS;
}
