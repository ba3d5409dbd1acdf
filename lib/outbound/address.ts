import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Which addresses may be called: those of the internet; this machine's loopback, too; or also private networks. */
export type Reach = "public" | "loopback" | "any";

/** In the words of ipaddr.js, which names the special-purpose networks of IANA's registries. */
const ranges: Record<Reach, readonly string[]> = {
  public: ["unicast"],
  loopback: ["unicast", "loopback"],
  any: ["unicast", "loopback", "private", "carrierGradeNat", "uniqueLocal"],
};

/** Services that a cloud offers to its own machines outside of the link-local networks: credentials among them. */
const cloudServices = [
  "100.100.100.200/32", // Alibaba
  "161.26.0.0/16", // IBM
  "166.8.0.0/14", // IBM
  "168.63.129.16/32", // Azure
  "fd00:ec2::/32", // AWS
  "fd20:ce::/32", // Google
].map((network) => ipaddr.parseCIDR(network));

/** Of IPv6, only this block has been allocated: a network that the library does not know is refused. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/** `address` is in the form that DNS and URLs use; mapped and translated IPv4 addresses are refused. */
export function isAllowed(address: string, reach: Reach): boolean {
  // A zone names an interface of this machine.
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (!ranges[reach].includes(range) || cloudServices.some(contains(parsed))) return false;
  return range !== "unicast" || parsed.kind() === "ipv4" || contains(parsed)(globalUnicast);
}

function contains(address: ipaddr.IPv4 | ipaddr.IPv6) {
  return ([network, prefix]: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean =>
    address.kind() === network.kind() && address.match(network, prefix);
}
