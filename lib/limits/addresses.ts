import { isIPv4, isIPv6, SocketAddress } from "node:net";

/** The address of a client whose address is unknown. */
export const UNKNOWN_ADDRESS = "unknown";

/**
 * The IP address in `text`, in the one spelling that counters and logs can compare: without a port, a zone,
 * or the prefix of an IPv4 client on a dual-stack socket, and IPv6 as in RFC 5952. Undefined for anything
 * else.
 */
export function parseAddress(text: string): string | undefined {
  const plain = text.replace(/^::ffff:(?=\d+\.)/i, "");
  const dotted = plain.replace(/:\d{1,5}$/, "");
  if (isIPv4(dotted)) return dotted;

  const [, bracketed] = /^\[(.*)\](?::\d{1,5})?$/.exec(plain) ?? [];
  const colons = bracketed ?? plain;
  if (!isIPv6(colons)) return undefined;
  const { address } = new SocketAddress({ family: "ipv6", address: colons.replace(/%.*$/, "") });
  return address.replace(/^::ffff:(?=\d+\.)/, "");
}

/** The network of one customer of a provider: an IPv4 address, or the /64 network of an IPv6 address. */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address;

  const [head = "", tail] = address.split("%", 1).join("").split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : 8 - front.length - groupCount(back);
  const groups = [...front, ...Array.from({ length: missing }, () => "0"), ...back];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}

/** An IPv4 address at the end stands for two groups. */
function groupCount(groups: string[]): number {
  return groups.length + (groups.at(-1)?.includes(".") ? 1 : 0);
}
