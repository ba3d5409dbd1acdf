import type { Caller } from "#lib/auth/caller.ts";
import type { SealedReceipt } from "#lib/crypto/sealed-receipt.ts";
import { redeemToken } from "./redeem-token.ts";

/** The sealed receipt, for the device that holds the key. Throws what redeemToken throws. */
export async function getEnvelope(access: {
  caller: Caller;
  paymentId: string;
  tokenId: string;
}): Promise<SealedReceipt> {
  return await redeemToken(access, (sealed) => sealed);
}
