import type { Bytes } from "#lib/crypto/bytes.ts";

/** Keys outside of this process. To add a service: a file such as aws-kms.ts, and a line in find-service.ts. */
export type KeyService = {
  /** A secret that was encrypted for the variable of this name. Throws `KeyServiceError`. */
  decrypt(ciphertext: Bytes, name: string): Promise<string>;
  /** PEM of an RSA-2048 key that never leaves the service. Throws `KeyServiceError`. */
  getPublicKey(keyId: string): Promise<string>;
  /**
   * RSA-OAEP with SHA-256, by that key. Throws CryptoError for `wrong_key` where the service has tried, and the key
   * does not open it; `KeyServiceError`.
   */
  unwrap(keyId: string, wrapped: Bytes): Promise<Bytes>;
};

/** The service gave no answer, or refused. The message says which, and repeats nothing of the request. */
export class KeyServiceError extends Error {
  override readonly name = "KeyServiceError";
}
