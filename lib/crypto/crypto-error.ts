export type CryptoErrorReason =
  /** Text that violates its encoding (base64, hex, UTF-8, a card hash). */
  | "malformed_text"
  /** Not a key in an accepted encoding. */
  | "malformed_key"
  /** A private key instead of a public key. */
  | "private_key_given"
  /** A key in an accepted encoding, but of another type, size, or exponent. */
  | "unsupported_key"
  | "weak_key"
  | "malformed_receipt"
  | "malformed_envelope"
  /** An envelope or a signature with an algorithm, compression, or extension that is not ours. */
  | "unsupported_algorithm"
  /** The envelope is bound to another payment. */
  | "wrong_payment"
  /** The key does not open it: it is another key's, or it was tampered with. The two cannot be told apart. */
  | "wrong_key"
  /** The content key was unwrapped, and the ciphertext is under another. */
  | "wrong_content_key"
  | "malformed_signature"
  /** The key did not sign these bytes. */
  | "wrong_signature"
  /** The platform lacks an algorithm that others have. */
  | "missing_algorithm"
  /** Not an element of the group, or its neutral element. */
  | "malformed_element"
  | "malformed_keyring"
  | "malformed_ciphertext"
  | "unknown_key_version";

/** The only error of lib/crypto. The message never holds input or key material, and there is no cause. */
export class CryptoError extends Error {
  override readonly name = "CryptoError";
  readonly reason: CryptoErrorReason;

  constructor(reason: CryptoErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
