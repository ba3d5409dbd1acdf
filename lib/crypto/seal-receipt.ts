import {
  constants,
  createCipheriv,
  createSecretKey,
  type KeyObject,
  publicEncrypt,
} from "node:crypto";
import { type Bytes, encodeBase64Url, encodeUtf8, wipe } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";
import { drawContentKey, drawIv } from "./draw-random.ts";
import { receiptAad } from "./envelope.ts";
import { unsupportedKey, unusableModulus } from "./rsa-key-rules.ts";

/**
 * The parts of a JWE (RFC 7516 section 2) as bytes, which is how they are stored; the protected header is the
 * authenticated text. The `aad` follows from the payment, `kid` from the key.
 */
export type SealedParts = {
  protectedHeader: string;
  encryptedKey: Uint8Array;
  iv: Uint8Array;
  ciphertext: Uint8Array;
  tag: Uint8Array;
};

const oaep256 = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };

const protectedHeader = encodeBase64Url(encodeUtf8(JSON.stringify({ enc: "A256GCM" })));

/**
 * Seals a receipt (a JSON object) to a public key as the parts of a JWE that is bound to its payment. Content
 * key and IV are fresh each time; a caller cannot choose them. Throws `malformed_receipt` for values that
 * JSON cannot express, `unsupported_key` or `weak_key` for an unusable key.
 */
export function sealReceipt({
  receipt,
  paymentId,
  key,
}: {
  receipt: object;
  paymentId: string;
  key: KeyObject;
}): SealedParts {
  requirePublicRsaKey(key);
  const plaintext = serializeReceipt(receipt);
  const contentKey = drawContentKey();
  try {
    return {
      protectedHeader,
      encryptedKey: wrapContentKey(contentKey, key),
      ...encrypt(plaintext, contentKey, receiptAad(paymentId)),
    };
  } finally {
    wipe(contentKey);
  }
}

/** publicEncrypt takes a private key too, and encrypts for its public half. */
function requirePublicRsaKey({ type, asymmetricKeyType }: KeyObject): void {
  if (type !== "public" || asymmetricKeyType !== "rsa") throw unsupportedKey();
}

function serializeReceipt(receipt: object): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(receipt);
  } catch {
    json = undefined;
  }
  if (json?.startsWith("{")) return json;
  throw new CryptoError("malformed_receipt", "A receipt is an object that JSON can carry.");
}

/** RSA-OAEP-256 (RFC 7518 section 4.3): `oaepHash` sets the hash of the label and of MGF1 alike. */
function wrapContentKey(contentKey: Bytes, key: KeyObject): Buffer {
  const wrapped = encryptWith(key, contentKey);
  // As long as the modulus; cheaper than asking the key for its size.
  if (wrapped.length !== 256) throw unsupportedKey();
  return wrapped;
}

function encryptWith(key: KeyObject, contentKey: Bytes): Buffer {
  try {
    // The parameters are on the key itself. Given an object with both, Node learns that it is not a key
    // by catching two errors: with their stacks, a tenth of a payment's processor time.
    return publicEncrypt(Object.assign(key, oaep256), contentKey);
  } catch {
    throw unusableModulus();
  }
}

/** A256GCM (RFC 7518 section 5.3): IV of 96 bits, tag of 128 bits. */
function encrypt(plaintext: string, contentKey: Bytes, aad: string) {
  const iv = drawIv();
  // As a KeyObject: raw bytes take Node three times as long, since it first checks whether they are one.
  const key = createSecretKey(contentKey);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: 16 });
  // RFC 7516 section 5.1 step 14: protected header, period and aad, all of it ASCII.
  cipher.setAAD(Buffer.from(`${protectedHeader}.${aad}`, "ascii"));
  const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  return { iv, ciphertext, tag: cipher.getAuthTag() };
}
