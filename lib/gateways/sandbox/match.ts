import { hash } from "node:crypto";
import type { ProviderMatch } from "#lib/receipts/contract-match.ts";

/** ISO 18245: miscellaneous retail. */
const CATEGORY = "5999";

/** What a bank matches with its ledger, made up from the id of the payment or refund: each time the same. */
export function sandboxMatch(id: string): ProviderMatch {
  return {
    authorizationCode: `S${digits(id, "authorization", 5)}`,
    networkTransactionId: `SBX${digits(id, "network", 12)}`,
    acquirerReferenceNumber: digits(id, "acquirer", 23),
    merchantCategoryCode: CATEGORY,
  };
}

function digits(id: string, what: string, count: number): string {
  const number = BigInt(`0x${hash("sha256", `${what} ${id}`, "hex")}`);
  return String(number % 10n ** BigInt(count)).padStart(count, "0");
}
