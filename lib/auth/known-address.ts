import { isIP } from "node:net";

/** The address where it is one: behind a proxy it may be a text that somebody sent. */
export function knownAddress(address: string): string | null {
  return isIP(address) === 0 ? null : address;
}
