import { readSiteData, writeSiteData } from "#lib/browser/site-data.ts";

// In the tab alone, and gone with it: until its receipt is claimed, a code is as good as the receipt.
const AREA = "sessionStorage";
const KEY = "sealslip-claim";

/** Keeps a code while its cardholder signs in, sets up the wallet, or adds a card. */
export function keepClaim(code: string): void {
  writeSiteData(AREA, KEY, code);
}

export function readClaim(): string | undefined {
  return readSiteData(AREA, KEY) || undefined;
}

/** Forgets the code, unless another one has been kept since. */
export function forgetClaim(code: string | undefined = readClaim()): void {
  if (code === readClaim()) writeSiteData(AREA, KEY, "");
}
