import type { SealedReceipt } from "#lib/crypto/sealed-receipt.ts";
import { type Access, redeemToken } from "./redeem-token.ts";

/** The sealed receipt, for the device that holds the key. Throws what redeemToken throws. */
export async function getEnvelope(access: Access): Promise<SealedReceipt> {
  return await redeemToken(access, (sealed) => sealed);
}
