import { Resolver, lookup as systemLookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { isAllowed, type Reach } from "./address.ts";
import { OutboundError } from "./outbound-error.ts";

type Address = { address: string; family: 4 | 6 };

/** All addresses of a name; an empty list if it has none. */
export type Resolve = (hostname: string) => Promise<string[]>;

const DNS_TIMEOUT_MS = 3000;

/**
 * Looks a name up for `net.connect`, which connects to what this returns and asks nothing again: the address
 * that is connected to is one that was checked. Fails if any address of the name is not allowed.
 */
export function checkedLookup(reach: Reach, resolve?: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    findAddresses(hostname, reach, resolve).then(
      ([first, ...others]) => {
        if (all) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ""),
    );
  };
}

/** Throws an OutboundError, `address_not_allowed` or `dns`. */
export async function findAddresses(
  host: string,
  reach: Reach,
  resolve: Resolve = resolvers[reach],
): Promise<[Address, ...Address[]]> {
  const addresses = isIP(host) ? [host] : await resolveName(host, resolve);
  const [first, ...others] = addresses.map(toAddress);
  if (!first) throw new OutboundError("dns");
  if (!addresses.every((address) => isAllowed(address, reach))) {
    throw new OutboundError("address_not_allowed");
  }
  return [first, ...others];
}

async function resolveName(host: string, resolve: Resolve): Promise<string[]> {
  // RFC 6761: these names never leave the machine, whatever a name server says.
  if (/^(?:.*\.)?localhost\.?$/i.test(host)) return ["127.0.0.1", "::1"];
  try {
    return await resolve(host);
  } catch (cause) {
    throw new OutboundError("dns", { cause });
  }
}

const resolvers: Record<Reach, Resolve> = {
  public: askDns,
  loopback: askSystem,
  any: askSystem,
};

/** Asks DNS itself: the system's own look-up blocks a thread for as long as a slow server takes. */
async function askDns(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 });
  const answers = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

/** A developer's names are often those of a hosts file or of containers, which DNS does not know. */
async function askSystem(hostname: string): Promise<string[]> {
  return (await systemLookup(hostname, { all: true })).map(({ address }) => address);
}

function toAddress(address: string): Address {
  return { address, family: isIP(address) === 4 ? 4 : 6 };
}
