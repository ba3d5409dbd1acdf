import { flattenedDecrypt } from "jose";
import type { UncheckedEnvelope } from "#lib/crypto/envelope.ts";
import { importPrivateKey, importPublicKey } from "#lib/crypto/recipient-key.ts";
import type { Reservation } from "#lib/crypto/seal-receipt.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import p256 from "#lib/crypto/vectors/p256.json" with { type: "json" };
import vectors from "#lib/crypto/vectors/vectors.json" with { type: "json" };

export type PublicKeyText = { keyId: string; publicKey: string };
export type KeyPairTexts = PublicKeyText & { privateKey: string };

export const pairs = {
  rsa: vectors.keyPair,
  otherRsa: vectors.otherKeyPair,
  p256: p256.keyPair,
  otherP256: p256.otherKeyPair,
};

/** Readers of one receipt. */
export const devices: Record<string, [KeyPairTexts, ...KeyPairTexts[]]> = {
  "an RSA key": [pairs.rsa],
  "a P-256 key": [pairs.p256],
  "four devices": [pairs.p256, pairs.rsa, pairs.otherP256, pairs.otherRsa],
};

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

/** As `sealedTo` has them. */
export async function thumbprintsOf(keys: readonly KeyPairTexts[]) {
  const imported = await Promise.all(keys.map(({ publicKey }) => importPublicKey(publicKey)));
  const [first, ...others] = imported.map(({ thumbprint }) => thumbprint);
  return others.length > 0 ? [first, ...others] : first;
}
