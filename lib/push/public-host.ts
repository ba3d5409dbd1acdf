import { Resolver } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

export type Address = { address: string; family: 4 | 6 };

/** All addresses of a name; an empty list if DNS has none. */
export type Resolve = (hostname: string) => Promise<string[]>;

const DNS_TIMEOUT_MS = 3000;

/**
 * The addresses at which the host of a push service may be called. Throws a RangeError unless it is reached
 * by HTTPS on its usual port and every address is on the public internet; an Error of another kind if it has
 * no address at the moment.
 */
export async function resolvePublicHost(
  endpoint: string,
  resolve: Resolve = resolveName,
): Promise<[Address, ...Address[]]> {
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") {
    throw new RangeError("a push service is called by https, on its usual port");
  }
  const host = hostname.replace(/^\[|\]$/g, "");
  const found = isIP(host) ? [host] : await resolve(host);
  const [first, ...others] = found.map(toAddress);
  if (!first) throw new Error("the host of a push service has no address");
  if (!found.every(isPublicAddress)) {
    throw new RangeError("the host of a push service must be public");
  }
  return [first, ...others];
}

/** Asks DNS itself: the system's own look-up blocks a thread for as long as a slow server takes. */
async function resolveName(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 });
  const answers = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

function toAddress(address: string): Address {
  return { address, family: isIP(address) === 4 ? 4 : 6 };
}

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, "ipv4");
  return family === 6 && global.check(address, "ipv6") && !special.check(address, "ipv6");
}

/** Networks that are not part of the internet (IANA's special-purpose address registries, and some clouds' own). */
const special = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Of clouds: Azure's wire server, and IBM's service network, which only their own machines reach.
  ["168.63.129.16", 32],
  ["161.26.0.0", 16],
  ["166.8.0.0", 14],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  special.addSubnet(net, prefix, "ipv4");
}
for (const [net, prefix] of [
  // Protocol assignments, Teredo among them, documentation, and 6to4, which leads to an IPv4 address.
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  special.addSubnet(net, prefix, "ipv6");
}

/** Global unicast; loopback, link-local, unique local, and mapped addresses are outside of it. */
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");
