import { type Bytes, wipe } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";
import type { WrappedKey } from "./envelope.ts";
import { wrappingKeyInput } from "./key-agreement.ts";
import { generateP256Keys, importP256Point } from "./p256-keys.ts";

const aesKeyWrap = "AES-KW";

/** Unwraps with the private key, RSA-OAEP with SHA-256; the caller wipes the bytes. */
export type Unwrap = (wrapped: Bytes) => Promise<Bytes>;

/** Wraps a content key as the public key's kind asks for. Throws `unsupported_key`. */
export async function wrapContentKey(contentKey: Bytes, to: CryptoKey): Promise<WrappedKey> {
  requireKey(to, "public");
  if (to.algorithm.name === "ECDH") return await wrapByAgreement(contentKey, to);
  const encrypted = await crypto.subtle.encrypt("RSA-OAEP", to, contentKey);
  return { encryptedKey: new Uint8Array(encrypted), ephemeralKey: null };
}

/** The caller wipes the bytes. Throws `wrong_key` or `unsupported_key`. */
export async function unwrapContentKey(
  wrapped: WrappedKey,
  from: CryptoKey | Unwrap,
): Promise<Bytes> {
  const bytes = await unwrapWith(from, wrapped);
  if (bytes.length === 32) return bytes;
  wipe(bytes);
  throw wrongKey();
}

/** Throws `unsupported_key` unless receipts can be sealed to the key, or opened with it. */
export function requireKey(key: CryptoKey, wanted: "public" | "private"): void {
  if (key.type === wanted && (isForOaep256(key, wanted) || isForAgreement(key, wanted))) return;
  throw new CryptoError(
    "unsupported_key",
    `Expected a ${wanted} key for RSA-OAEP with SHA-256, or for ECDH on P-256.`,
  );
}

/** RSA-OAEP-256 means SHA-256 for the label and for MGF1 (RFC 7518 section 4.3). */
function isForOaep256({ algorithm, usages }: CryptoKey, wanted: "public" | "private"): boolean {
  const hash = "hash" in algorithm ? algorithm.hash : undefined;
  const isSha256 =
    typeof hash === "object" && hash !== null && "name" in hash && hash.name === "SHA-256";
  const usage = wanted === "public" ? "encrypt" : "decrypt";
  return algorithm.name === "RSA-OAEP" && isSha256 && usages.includes(usage);
}

/** A public key for ECDH has no usages of its own. */
function isForAgreement({ algorithm, usages }: CryptoKey, wanted: "public" | "private"): boolean {
  const isP256 = "namedCurve" in algorithm && algorithm.namedCurve === "P-256";
  return (
    algorithm.name === "ECDH" && isP256 && (wanted === "public" || usages.includes("deriveBits"))
  );
}

async function unwrapWith(
  from: CryptoKey | Unwrap,
  { encryptedKey, ephemeralKey }: WrappedKey,
): Promise<Bytes> {
  if (typeof from === "function") {
    if (ephemeralKey !== null) throw wrongKey();
    return await from(encryptedKey);
  }
  requireKey(from, "private");
  const isAgreement = from.algorithm.name === "ECDH";
  if (isAgreement !== (ephemeralKey !== null)) throw wrongKey();
  const unwrapped = ephemeralKey
    ? unwrapByAgreement(encryptedKey, { from, ephemeralKey })
    : crypto.subtle.decrypt("RSA-OAEP", from, encryptedKey);
  return new Uint8Array(
    await unwrapped.catch(() => {
      throw wrongKey();
    }),
  );
}

/** RFC 7518 section 4.6, with an ephemeral key of its own for each wrap. */
async function wrapByAgreement(contentKey: Bytes, to: CryptoKey): Promise<WrappedKey> {
  const pair = await generateP256Keys({ extractable: false });
  const wrappingKey = await agree(pair.privateKey, to, "wrapKey");
  // Only a CryptoKey can be wrapped; what it could be used for does not matter.
  const key = await crypto.subtle.importKey("raw", contentKey, "AES-GCM", true, ["encrypt"]);
  const [encrypted, point] = await Promise.all([
    crypto.subtle.wrapKey("raw", key, wrappingKey, aesKeyWrap),
    crypto.subtle.exportKey("raw", pair.publicKey),
  ]);
  return { encryptedKey: new Uint8Array(encrypted), ephemeralKey: new Uint8Array(point) };
}

async function unwrapByAgreement(
  encryptedKey: Bytes,
  { from, ephemeralKey }: { from: CryptoKey; ephemeralKey: Bytes },
): Promise<ArrayBuffer> {
  const wrappingKey = await agree(from, await importP256Point(ephemeralKey), "unwrapKey");
  const key = await crypto.subtle.unwrapKey(
    "raw",
    encryptedKey,
    wrappingKey,
    aesKeyWrap,
    "AES-GCM",
    true,
    ["encrypt"],
  );
  return await crypto.subtle.exportKey("raw", key);
}

/** The key for AES key wrap (RFC 3394) that the holders of the two private keys have in common. */
async function agree(
  privateKey: CryptoKey,
  publicKey: CryptoKey,
  usage: "wrapKey" | "unwrapKey",
): Promise<CryptoKey> {
  const shared = await crypto.subtle.deriveBits(
    { name: "ECDH", public: publicKey },
    privateKey,
    256,
  );
  const secret = new Uint8Array(shared);
  const input = wrappingKeyInput(secret);
  const derived = new Uint8Array(await crypto.subtle.digest("SHA-256", input));
  try {
    return await crypto.subtle.importKey("raw", derived, aesKeyWrap, false, [usage]);
  } finally {
    for (const bytes of [secret, input, derived]) wipe(bytes);
  }
}

export function wrongKey(): CryptoError {
  return new CryptoError("wrong_key", "This key does not open the envelope.");
}
