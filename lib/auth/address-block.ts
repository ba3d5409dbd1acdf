import { isIPv6 } from "node:net";

/** What one customer of a provider has: an IPv4 address, or the /64 network of an IPv6 one. */
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
