export type WalletFailure =
  /** The cardholder closed the prompt, or it timed out. */
  | "consent_declined"
  | "wrong_pin"
  /** Too many wrong attempts; `retryAt` says when the next one is allowed. */
  | "pin_delayed"
  /** Checking the PIN takes the service, which cannot be reached. */
  | "pin_needs_service"
  /** Too many wrong attempts: the service has destroyed its share of the PIN. */
  | "pin_destroyed"
  | "weak_pin"
  /** Passkeys of this device or browser yield no key (no PRF extension). */
  | "passkey_unsupported"
  /** This method of consent is not set up on this device. */
  | "consent_not_set_up"
  | "vault_exists"
  /** Another tab has changed this method of consent meanwhile. */
  | "consent_changed"
  /** The page was hidden for too long while a key was unlocked. */
  | "key_forgotten"
  /** The consent was right, but what is stored does not open. */
  | "vault_damaged"
  | "storage_failed"
  /** The one-time access is used up or has expired. */
  | "consent_expired"
  /** Sealed to a key that is not on this device. */
  | "other_key"
  | "tampered_envelope"
  /** An envelope from a till that does not open: it was sealed like that, or changed since. */
  | "wrongly_sealed"
  /** The envelope opened, and holds something else: a till may seal anything. */
  | "not_a_receipt"
  /** The receipt is still in escrow, expired there, or was erased. */
  | "nothing_to_open"
  | "not_found"
  | "card_taken"
  /** Another user has the identifier: of another card in this wallet, or of someone else. */
  | "identifier_taken"
  /** The user has as many identifiers as there may be. */
  | "identifiers_full"
  /** The card was removed from this device, perhaps in another tab. */
  | "card_removed"
  /** The service did not accept the key of a rotation. */
  | "key_refused"
  /** The service no longer knows the cardholder. */
  | "card_erased"
  /** The demo visit that the card belongs to has ended. */
  | "visit_ended"
  | "signed_out"
  | "not_allowed"
  /** The member did not complete the step-up. */
  | "proof_declined"
  | "too_many_requests"
  | "offline"
  /** The browser’s push service refused the subscription. */
  | "push_failed"
  | "service_down"
  /** An answer outside the contract, or a refusal that this wallet does not know. */
  | "unexpected_answer"
  | "wrong_passphrase"
  | "weak_passphrase"
  | "not_a_backup"
  /** A private key in the backup does not match its public key. */
  | "backup_not_proven"
  /** A claim code that is wrong or has expired, or whose receipt was delivered to another user: the service does not say which. */
  | "claim_unknown"
  /** The payment of a claim code is not complete. */
  | "claim_waiting"
  /** The code for the bank has ended, or was ended in another tab. */
  | "pairing_ended";

/** The only error that lib/wallet throws. The message is for developers; describeFailure has the text for users. */
export class WalletError extends Error {
  override readonly name = "WalletError";
  readonly reason: WalletFailure;
  /** Milliseconds since 1970: when to try again, if waiting helps. */
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
