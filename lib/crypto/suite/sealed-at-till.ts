import { flattenedDecrypt } from "jose";
import type { UncheckedEnvelope } from "#lib/crypto/envelope.ts";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import type { Reservation } from "#lib/crypto/seal-receipt.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";

export type PublicKeyText = { keyId: string; publicKey: string };
export type KeyPairTexts = PublicKeyText & { privateKey: string };

/** As prepare answers it. */
export function reserve(
  paymentId: string,
  [first, ...others]: readonly [PublicKeyText, ...PublicKeyText[]],
): Reservation {
  const { keyId, publicKey } = first;
  const reservation = `rsv_${paymentId}`;
  return {
    reservation,
    paymentId,
    keyId,
    publicKey,
    ...(others.length > 0 && { otherKeys: others }),
  };
}

type Sent = {
  sealedReceipt: UncheckedEnvelope;
  otherRecipients?: Pick<UncheckedEnvelope, "header" | "encrypted_key">[] | undefined;
};

/** The envelope as each recipient gets it, in the order of the reservation. */
export function envelopesOf({ sealedReceipt, otherRecipients = [] }: Sent): UncheckedEnvelope[] {
  return [sealedReceipt, ...otherRecipients.map((wrapped) => ({ ...sealedReceipt, ...wrapped }))];
}

/** What each holder of a key reads. */
export async function openForAll(
  sent: Sent,
  { paymentId, keys }: { paymentId: string; keys: readonly KeyPairTexts[] },
): Promise<Record<string, unknown>[]> {
  const envelopes = envelopesOf(sent);
  if (envelopes.length !== keys.length) throw new Error("there is an envelope for each key");
  return await Promise.all(
    envelopes.map(async (sealed, at) => {
      const privateKey = await importPrivateKey(keys[at]?.privateKey ?? "");
      return await openReceipt({ sealed, paymentId, privateKey });
    }),
  );
}

/** The bytes that were sealed, blanks included. */
export async function readPlaintext(
  sealed: UncheckedEnvelope,
  { privateKey }: KeyPairTexts,
): Promise<Uint8Array> {
  return (await flattenedDecrypt(sealed, await importPrivateKey(privateKey))).plaintext;
}
