import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from "node:crypto";
import { type Bytes, concatBytes, decodeUtf8, requireWellFormed, wipe } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";
import { drawIv } from "./draw-random.ts";
import { parseKeyVersions, requireStrongKey, requireVersion } from "./key-versions.ts";

export type Keyring = {
  currentVersion: number;
  /** The current version first. */
  versions: number[];
  /**
   * `context` names the place of the value (`payment.client_secret:pay_…`); it does not decrypt anywhere
   * else.
   */
  encrypt(plaintext: string, context: string): Bytes;
  /** Throws `malformed_ciphertext`, `unknown_key_version`, or `wrong_key` (tampering, other context). */
  decrypt(ciphertext: Bytes, context: string): string;
};

const versionBytes = 2;
const ivBytes = 12;
const tagBytes = 16;
const algorithm = "aes-256-gcm";

/**
 * AES-256-GCM for columns. Layout: version (2 bytes, big-endian), IV (12 bytes), ciphertext with
 * tag. Throws `malformed_keyring` or `weak_key`.
 */
export function createKeyring(keyVersionsText: string): Keyring {
  const { current: currentVersion, keys } = parseKeyVersions(keyVersionsText);
  const imported = new Map([...keys].map(([version, bytes]) => [version, importKey(bytes)]));
  return {
    currentVersion,
    versions: [...keys.keys()],
    encrypt: (plaintext, context) => {
      const additionalData = bindTo(context, currentVersion);
      const version = additionalData.subarray(0, versionBytes);
      const key = requireVersion(imported, currentVersion);
      return Buffer.concat([version, ...seal(key, plaintext, additionalData)]);
    },
    decrypt: (bytes, context) => {
      const { version, ...parts } = splitLayout(bytes);
      const key = requireVersion(imported, readVersion(version));
      return decodeUtf8(open(key, parts, bindTo(context, readVersion(version))));
    },
  };
}

function importKey(bytes: Bytes): KeyObject {
  requireStrongKey(bytes);
  if (bytes.length !== 32) {
    throw new CryptoError("malformed_keyring", "A keyring key has exactly 32 bytes.");
  }
  const key = createSecretKey(bytes);
  wipe(bytes);
  return key;
}

/** The additional authenticated data: the version, then the context. A Buffer takes a third of the time. */
function bindTo(context: string, version: number): Buffer<ArrayBuffer> {
  requireWellFormed(context);
  const bytes = Buffer.from(`\0\0${context}`);
  bytes.writeUInt16BE(version);
  return bytes;
}

/** IV, ciphertext, and tag, in the order of the layout. */
function seal(key: KeyObject, plaintext: string, additionalData: Bytes): Bytes[] {
  requireWellFormed(plaintext);
  const iv = drawIv();
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes });
  cipher.setAAD(additionalData);
  return [iv, cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()];
}

type Parts = { iv: Bytes; ciphertext: Bytes; tag: Bytes };

function splitLayout(bytes: Bytes): Parts & { version: Bytes } {
  const start = versionBytes + ivBytes;
  if (bytes.length < start + tagBytes) {
    throw new CryptoError("malformed_ciphertext", "The ciphertext is too short.");
  }
  return {
    version: bytes.subarray(0, versionBytes),
    iv: bytes.subarray(versionBytes, start),
    ciphertext: bytes.subarray(start, -tagBytes),
    tag: bytes.subarray(-tagBytes),
  };
}

function readVersion([high = 0, low = 0]: Bytes): number {
  return high * 256 + low;
}

function open(key: KeyObject, { iv, ciphertext, tag }: Parts, additionalData: Bytes): Bytes {
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes });
  decipher.setAAD(additionalData).setAuthTag(tag);
  const plaintext = decipher.update(ciphertext);
  try {
    // The tag is checked here: the output of `update` must not be used before.
    return concatBytes(plaintext, decipher.final());
  } catch {
    wipe(plaintext);
    throw new CryptoError("wrong_key", "The ciphertext does not open with this key and context.");
  }
}
