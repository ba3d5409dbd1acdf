import { generateDeviceKeys } from "#lib/client/device-keys.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { type SealedAtTill, sealReceipt } from "#lib/crypto/seal-receipt.ts";

/** The payment that everything here is sealed for, unless the reader names another. */
export const PLAYGROUND_PAYMENT = "pay_playground";

let keys: ReturnType<typeof generateDeviceKeys> | undefined;

/** An envelope of a receipt, to a key of this page alone; undefined for what cannot be sealed. */
export async function sealForShow(
  receipt: object,
): Promise<SealedAtTill["sealedReceipt"] | undefined> {
  keys ??= generateDeviceKeys();
  const { keyId, publicKey } = await keys;
  const reserved = { reservation: "", paymentId: PLAYGROUND_PAYMENT, keyId, publicKey };
  try {
    return (await sealReceipt(reserved, receipt)).sealedReceipt;
  } catch (error) {
    if (error instanceof CryptoError) return undefined;
    throw error;
  }
}
