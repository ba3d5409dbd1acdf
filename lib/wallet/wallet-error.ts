export type WalletFailure =
  /** No fingerprint, no PIN: the person closed the prompt, or it timed out. */
  | "consent_declined"
  | "wrong_pin"
  /** Too many wrong attempts; `retryAt` says when the next one is allowed. */
  | "pin_delayed"
  /** The PIN takes an answer of the service, and there is none now. */
  | "pin_needs_service"
  /** Too many wrong attempts for good. */
  | "pin_destroyed"
  | "weak_pin"
  /** The device's or browser's passkeys give no key (no PRF extension). */
  | "passkey_unsupported"
  /** This way of consent was never set up here. */
  | "consent_not_set_up"
  | "vault_exists"
  /** The page was hidden for too long while a key was unlocked. */
  | "key_forgotten"
  /** What the vault kept does not open although the consent was right. */
  | "vault_damaged"
  | "storage_failed"
  /** The access that the consent bought is used or out of time. */
  | "consent_expired"
  /** Sealed to a key that is not on this device. */
  | "other_key"
  | "tampered_envelope"
  /** Waits in escrow, expired there, or erased. */
  | "nothing_to_open"
  | "not_found"
  | "card_taken"
  /** Removed from this device, as another tab can do at any time. */
  | "card_removed"
  /** The service has or had another use for the key of a rotation. */
  | "key_refused"
  /** The service no longer knows the cardholder. */
  | "card_erased"
  /** The visit of the demo that the card belongs to is over, and the card with it. */
  | "visit_ended"
  | "signed_out"
  | "not_allowed"
  /** A member was asked to prove who they are, and did not. */
  | "proof_declined"
  | "too_many_requests"
  | "offline"
  /** The browser’s push service takes no subscription. */
  | "push_failed"
  | "service_down"
  /** An answer outside the contract, or a refusal that this wallet does not know. */
  | "unexpected_answer"
  | "wrong_passphrase"
  | "weak_passphrase"
  | "not_a_backup"
  /** A backup whose private key is not that of its public key. */
  | "backup_not_proven";

/** What lib/wallet throws, always. The message is for developers; people read describeFailure. */
export class WalletError extends Error {
  override readonly name = "WalletError";
  readonly reason: WalletFailure;
  /** Milliseconds since 1970, where waiting is the way on. */
  readonly retryAt: number | undefined;

  constructor(
    reason: WalletFailure,
    { retryAt, cause }: { retryAt?: number; cause?: unknown } = {},
  ) {
    super(`The wallet could not go on: ${reason}`, { cause });
    this.reason = reason;
    this.retryAt = retryAt;
  }
}
