import { generateDeviceKeys } from "#lib/client/device-keys.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { type SealedAtTill, sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { type CryptoFailure, explainFailure } from "./explain-failure.ts";
import type { ReadKeys } from "./read-keys.ts";

type Envelope = SealedAtTill["sealedReceipt"];

/** The payment that everything here is sealed for, unless the reader names another. */
export const PLAYGROUND_PAYMENT = "pay_playground";

let keys: ReturnType<typeof generateDeviceKeys> | undefined;

/** An envelope of a receipt, to a key of this page alone; undefined for what cannot be sealed. */
export async function sealForShow(receipt: object): Promise<Envelope | undefined> {
  keys ??= generateDeviceKeys();
  try {
    return await seal(receipt, { ...(await keys), paymentId: PLAYGROUND_PAYMENT });
  } catch (error) {
    if (error instanceof CryptoError) return undefined;
    throw error;
  }
}

export type Sealing =
  | { state: "unreadable"; reason: string }
  | { state: "failed"; failure: CryptoFailure }
  /** As JSON. */
  | { state: "sealed"; envelope: string };

type SealTo = Pick<ReadKeys, "keyId" | "publicKey"> & { paymentId: string };

/** Seals the JSON of a receipt as a till does. */
export async function sealPasted(text: string, to: SealTo): Promise<Sealing> {
  try {
    const receipt: unknown = JSON.parse(text);
    if (typeof receipt !== "object" || receipt === null || Array.isArray(receipt)) {
      return { state: "unreadable", reason: "A receipt is a JSON object." };
    }
    return { state: "sealed", envelope: JSON.stringify(await seal(receipt, to), null, 2) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { state: "failed", failure: explainFailure(error) };
    return { state: "unreadable", reason: `This is not JSON: ${error.message}` };
  }
}

async function seal(receipt: object, { paymentId, keyId, publicKey }: SealTo): Promise<Envelope> {
  const reserved = { reservation: "rsv_playground", paymentId, keyId, publicKey };
  return (await sealReceipt(reserved, receipt)).sealedReceipt;
}
