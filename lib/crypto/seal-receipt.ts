import { calculateJwkThumbprint, FlattenedSign } from "jose";
import { type Bytes, concatBytes, encodeBase64Url, encodeUtf8, wipe } from "./bytes.ts";
import { wrapContentKey } from "./content-key.ts";
import { CryptoError } from "./crypto-error.ts";
import { drawContentKey, drawIv } from "./draw-random.ts";
import {
  protectedHeader,
  type RecipientHeader,
  receiptAad,
  recipientHeader,
  type SealedReceipt,
  type WrappedKey,
} from "./envelope.ts";
import type { MerchantSignature } from "./merchant-signature.ts";
import { importPublicKey, type PublicKey } from "./recipient-key.ts";

/** A public key that the service names for a receipt: SPKI, as PEM. */
type NamedKey = { keyId: string; publicKey: string };

/** What the service answered before the sale: for which payment and whose keys a receipt may be sealed. */
export type Reservation = NamedKey & {
  /** Opaque: it goes back to the service with the envelope. */
  reservation: string;
  paymentId: string;
  otherKeys?: readonly NamedKey[] | undefined;
};

/** The merchant's own: ES256 (P-256) or Ed25519. The public half must be extractable. */
export type MerchantSigningKey = {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  /** What the signature is for: the member `sealslip` of its header. */
  binding?: object | undefined;
};

/** What goes into the body of the payment or refund in place of the receipt. */
export type SealedAtTill = {
  reservation: string;
  sealedReceipt: SealedReceipt;
  /** One for each of the reservation's `otherKeys`, as JWE's general form has them (RFC 7516 section 7.2.1). */
  otherRecipients?: { header: RecipientHeader; encrypted_key: string }[];
};

/** The plaintext is padded to steps of so many bytes, so that its length says little about what was bought. */
export const PADDED_TO = 1024;

/**
 * Seals a receipt to the keys of a reservation, on the device that has it: the service gets the envelope alone. Beside
 * the fields of the receipt it holds `paymentId`, `sealedTo` (the RFC 7638 thumbprint of the key, or a list of
 * them), and `sealedAt`; with a signing key also `merchantSignature` over all of these. Throws `malformed_receipt`,
 * and for a key of the reservation or the merchant that cannot be used what importing it throws.
 */
export async function sealReceipt(
  reservation: Reservation,
  receipt: object,
  signingKey?: MerchantSigningKey,
): Promise<SealedAtTill> {
  const { paymentId, keyId, publicKey, otherKeys = [] } = reservation;
  const keys = await Promise.all([{ keyId, publicKey }, ...otherKeys].map(readKey));
  const [first, ...others] = keys.map(({ key: { thumbprint } }) => thumbprint);
  const sealedTo = others.length > 0 ? [first, ...others] : first;
  const claims = { ...receipt, paymentId, sealedTo, sealedAt: "till" };
  const plaintext = serialize(signingKey ? await sign(claims, signingKey) : claims);
  return { reservation: reservation.reservation, ...(await encryptTo(keys, plaintext, paymentId)) };
}

type RecipientOfSeal = { keyId: string; key: PublicKey };

async function readKey({ keyId, publicKey }: NamedKey): Promise<RecipientOfSeal> {
  return { keyId, key: await importPublicKey(publicKey) };
}

/** With the proof beside the fields, over the very bytes of these fields. */
async function sign(claims: object, { privateKey, publicKey, binding }: MerchantSigningKey) {
  const bytes = encodeUtf8(toJson(claims));
  const { kty = "", crv = "", x = "", y } = await crypto.subtle.exportKey("jwk", publicKey);
  const jwk = { kty, crv, x, ...(y !== undefined && { y }) };
  const alg = kty === "EC" ? "ES256" : "EdDSA";
  const kid = await calculateJwkThumbprint(jwk);
  // RFC 7797: the payload is not encoded, and RFC 7515 appendix F leaves it out of the result.
  const header = { alg, kid, b64: false, crit: ["b64", ...(binding ? ["sealslip"] : [])] };
  const signed = await new FlattenedSign(bytes)
    .setProtectedHeader({ ...header, ...(binding && { sealslip: binding }) })
    .sign(privateKey, { crit: { sealslip: true } });
  const merchantSignature: MerchantSignature = {
    jws: `${signed.protected}..${signed.signature}`,
    signedBytes: encodeBase64Url(bytes),
    jwk,
  };
  return { ...claims, merchantSignature };
}

/** JSON and blanks up to the next step. */
function serialize(receipt: object): Bytes {
  const json = encodeUtf8(toJson(receipt));
  const blanks = (PADDED_TO - (json.length % PADDED_TO)) % PADDED_TO;
  return concatBytes(json, new Uint8Array(blanks).fill(0x20));
}

function toJson(receipt: object): string {
  try {
    const json = JSON.stringify(receipt);
    if (json.startsWith("{")) return json;
  } catch {
    // Said below.
  }
  throw new CryptoError("malformed_receipt", "A receipt is an object that JSON can carry.");
}

async function encryptTo(keys: RecipientOfSeal[], plaintext: Bytes, paymentId: string) {
  const contentKey = drawContentKey();
  try {
    const [content, [first, ...others]] = await Promise.all([
      encrypt(plaintext, contentKey, receiptAad(paymentId)),
      Promise.all(keys.map((one) => wrapTo(one, contentKey))),
    ]);
    if (!first) throw new Error("a reservation names a key");
    const sealedReceipt: SealedReceipt = { ...content, ...first };
    return { sealedReceipt, ...(others.length > 0 && { otherRecipients: others }) };
  } finally {
    wipe(contentKey);
    wipe(plaintext);
  }
}

async function wrapTo({ keyId, key }: RecipientOfSeal, contentKey: Bytes) {
  const wrapped: WrappedKey = await wrapContentKey(contentKey, key.key);
  return {
    header: recipientHeader(keyId, wrapped),
    encrypted_key: encodeBase64Url(wrapped.encryptedKey),
  };
}

/** A256GCM (RFC 7518 section 5.3), its additional data as RFC 7516 section 5.1 step 14 has it. */
async function encrypt(plaintext: Bytes, contentKey: Bytes, aad: string) {
  const iv = drawIv();
  const key = await crypto.subtle.importKey("raw", contentKey, "AES-GCM", false, ["encrypt"]);
  const additionalData = encodeUtf8(`${protectedHeader}.${aad}`);
  const algorithm = { name: "AES-GCM", iv, additionalData, tagLength: 128 };
  const encrypted = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, plaintext));
  return {
    protected: protectedHeader,
    iv: encodeBase64Url(iv),
    ciphertext: encodeBase64Url(encrypted.slice(0, -16)),
    tag: encodeBase64Url(encrypted.slice(-16)),
    aad,
  };
}
