import { config } from "#lib/config.ts";

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
  const socket = socketAddresses.get(request) ?? "unknown";
  return believeProxies(socket, request.headers.get("x-forwarded-for"));
}

/** The same of what the server saw: the socket's address and the X-Forwarded-For header. */
export function believeProxies(socket: string, header: string | null): string {
  const proxies = config().trustedProxies;
  const forwarded = proxies > 0 ? header : null;
  const chain = forwarded === null ? [] : forwarded.split(",").map((entry) => entry.trim());
  const address = chain.at(-Math.min(proxies, chain.length)) ?? socket;
  // An IPv4 client of a dual-stack socket
  return address.replace(/^::ffff:(?=\d+\.)/, "");
}
