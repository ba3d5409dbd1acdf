import { type Bytes, concatBytes, decodeUtf8, encodeUtf8, wipe } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";
import { parseKeyVersions, requireStrongKey, requireVersion } from "./key-versions.ts";

export type Keyring = {
  currentVersion: number;
  /** The current version first. */
  versions: number[];
  /** `context` says where the value stands (`payment.client_secret:pay_…`); it opens nowhere else. */
  encrypt(plaintext: string, context: string): Promise<Bytes>;
  /** Throws `malformed_ciphertext`, `unknown_key_version`, or `wrong_key` (tampering, other context). */
  decrypt(ciphertext: Bytes, context: string): Promise<string>;
};

const versionBytes = 2;
const ivBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM for columns. Layout: version (2 bytes, big-endian), IV (12 bytes), ciphertext with
 * tag. Throws `malformed_keyring` or `weak_key`.
 */
export async function createKeyring(keyVersionsText: string): Promise<Keyring> {
  const { current: currentVersion, keys } = parseKeyVersions(keyVersionsText);
  const imported = new Map(
    await Promise.all(
      [...keys].map(async ([version, bytes]) => [version, await importKey(bytes)] as const),
    ),
  );
  return {
    currentVersion,
    versions: [...keys.keys()],
    encrypt: async (plaintext, context) => {
      const version = formatVersion(currentVersion);
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const ciphertext = await crypto.subtle.encrypt(
        { name: "AES-GCM", iv, additionalData: concatBytes(version, encodeUtf8(context)) },
        requireVersion(imported, currentVersion),
        encodeUtf8(plaintext),
      );
      return concatBytes(version, iv, new Uint8Array(ciphertext));
    },
    decrypt: async (bytes, context) => {
      const { version, iv, ciphertext } = splitLayout(bytes);
      const key = requireVersion(imported, readVersion(version));
      const additionalData = concatBytes(version, encodeUtf8(context));
      return decodeUtf8(await open({ name: "AES-GCM", iv, additionalData }, key, ciphertext));
    },
  };
}

async function importKey(bytes: Bytes): Promise<CryptoKey> {
  requireStrongKey(bytes);
  if (bytes.length !== 32) {
    throw new CryptoError("malformed_keyring", "A keyring key has exactly 32 bytes.");
  }
  const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  wipe(bytes);
  return key;
}

function formatVersion(version: number): Bytes {
  return new Uint8Array([version >> 8, version & 255]);
}

function splitLayout(bytes: Bytes): { version: Bytes; iv: Bytes; ciphertext: Bytes } {
  const start = versionBytes + ivBytes;
  if (bytes.length < start + tagBytes) {
    throw new CryptoError("malformed_ciphertext", "The ciphertext is too short.");
  }
  return {
    version: bytes.subarray(0, versionBytes),
    iv: bytes.subarray(versionBytes, start),
    ciphertext: bytes.subarray(start),
  };
}

function readVersion([high = 0, low = 0]: Bytes): number {
  return high * 256 + low;
}

async function open(algorithm: AesGcmParams, key: CryptoKey, ciphertext: Bytes): Promise<Bytes> {
  try {
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, ciphertext));
  } catch {
    throw new CryptoError("wrong_key", "The ciphertext does not open with this key and context.");
  }
}
