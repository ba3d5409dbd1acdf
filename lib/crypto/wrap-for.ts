import {
  constants,
  createCipheriv,
  createECDH,
  createSecretKey,
  hash,
  type KeyObject,
  publicEncrypt,
} from "node:crypto";
import { type Bytes, wipe } from "./bytes.ts";
import type { WrappedKey } from "./envelope.ts";
import { wrappingKeyInput } from "./key-agreement.ts";
import { brokenPoint } from "./p256-keys.ts";
import { unsupportedKey, unusableModulus } from "./rsa-key-rules.ts";
import type { SealingKey } from "./stored-public-key.ts";

const oaep256 = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };

/** The initial value of AES key wrap (RFC 3394 section 2.2.3.1). */
const keyWrapIv = Buffer.alloc(8, 0xa6);

/**
 * Wraps a content key for a recipient, without waiting for anything: payments call it. Throws `unsupported_key` or
 * `weak_key`.
 */
export function wrapFor(to: SealingKey, contentKey: Bytes): WrappedKey {
  if (to.kind === "P-256") return wrapByAgreement(to.point, contentKey);
  requirePublicRsaKey(to.key);
  return { encryptedKey: wrapByOaep(to.key, contentKey), ephemeralKey: null };
}

/** publicEncrypt takes a private key too, and encrypts for its public half. */
function requirePublicRsaKey({ type, asymmetricKeyType }: KeyObject): void {
  if (type !== "public" || asymmetricKeyType !== "rsa") throw unsupportedKey();
}

/** RSA-OAEP-256 (RFC 7518 section 4.3): `oaepHash` sets the hash of the label and of MGF1 alike. */
function wrapByOaep(key: KeyObject, contentKey: Bytes): Bytes {
  const wrapped = encryptWith(key, contentKey);
  // As long as the modulus; cheaper than asking the key for its size.
  if (wrapped.length !== 256) throw unsupportedKey();
  return wrapped;
}

function encryptWith(key: KeyObject, contentKey: Bytes): Buffer<ArrayBuffer> {
  try {
    // The parameters are on the key itself. Given an object with both, Node learns that it is not a key
    // by catching two errors: with their stacks, a tenth of a payment's processor time.
    return publicEncrypt(Object.assign(key, oaep256), contentKey);
  } catch {
    throw unusableModulus();
  }
}

/**
 * ECDH-ES+A256KW (RFC 7518 section 4.6). The ephemeral key is made here, for this wrap alone, and forgotten. On
 * createECDH, which takes points as bytes: with diffieHellman, importing and exporting keys takes as long as what it
 * saves.
 */
function wrapByAgreement(point: Bytes, contentKey: Bytes): WrappedKey {
  const ephemeral = createECDH("prime256v1");
  const ephemeralKey = new Uint8Array(ephemeral.generateKeys());
  const secret = agreeWith(ephemeral, point);
  const input = wrappingKeyInput(secret);
  // As hex, for the reason that sha256.ts gives.
  const wrappingKey = Buffer.from(hash("sha256", input, "hex"), "hex");
  try {
    // As a KeyObject, for the reason that encrypt in seal-on-server.ts gives.
    const cipher = createCipheriv("id-aes256-wrap", createSecretKey(wrappingKey), keyWrapIv);
    // All of the output: key wrap handles a key as a whole.
    return { encryptedKey: new Uint8Array(cipher.update(contentKey)), ephemeralKey };
  } finally {
    for (const bytes of [secret, input, wrappingKey]) wipe(bytes);
  }
}

function agreeWith(ephemeral: ReturnType<typeof createECDH>, point: Bytes): Bytes {
  try {
    // Refuses a point that is not on the curve.
    return new Uint8Array(ephemeral.computeSecret(point));
  } catch {
    throw brokenPoint();
  }
}
