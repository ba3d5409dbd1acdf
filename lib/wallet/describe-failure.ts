import { english, type PlainSentence, type Translate } from "#lib/languages/translate.ts";
import type { WalletFailure } from "./wallet-error.ts";

/** `remedy` is what the person can do; `retry` tells whether repeating the same can help. */
export type FailureText = { title: string; remedy: string; retry: boolean };

/** Describes a failure in plain words, and what to do about it. */
export function describeFailure(reason: WalletFailure, t: Translate = english): FailureText {
  const [title, remedy, retry] = texts[reason];
  return { title: t(title), remedy: t(remedy), retry: retry === "again" };
}

const texts: Readonly<
  Record<WalletFailure, readonly [PlainSentence, PlainSentence, "again" | "other"]>
> = {
  consent_declined: [
    "You did not confirm",
    "Nothing has changed. Confirm again when you are ready.",
    "again",
  ],
  wrong_pin: ["That PIN is wrong", "Nothing was opened.", "again"],
  pin_delayed: [
    "Too many wrong PINs",
    "Wait until the time is up, or confirm with your passkey.",
    "other",
  ],
  pin_needs_service: [
    "Your PIN needs a connection",
    "The service limits how often a PIN can be tried, so checking yours takes a connection. Try again when you are back online; a passkey works offline, too.",
    "again",
  ],
  pin_destroyed: [
    "This PIN no longer works",
    "It was wrong too many times. Confirm with your passkey and set a new PIN, or restore your backup.",
    "other",
  ],
  weak_pin: [
    "This PIN is too easy to guess",
    "Use 6 to 12 digits, not all the same and not in a row.",
    "other",
  ],
  passkey_unsupported: [
    "This device’s passkeys cannot protect a key",
    "Use a PIN instead.",
    "other",
  ],
  consent_not_set_up: [
    "This method is not set up on this device",
    "Use the other one, or set this one up under Security.",
    "other",
  ],
  vault_exists: [
    "This browser already has a wallet",
    "Reload the page to see it; another tab may have created it.",
    "other",
  ],
  consent_changed: [
    "How you confirm was changed in another tab",
    "Nothing was changed here: what you set up there is in use.",
    "other",
  ],
  key_forgotten: [
    "The key was locked again",
    "This page was in the background for more than a minute. Confirm again.",
    "again",
  ],
  vault_damaged: [
    "The keys on this device are damaged",
    "Your confirmation was correct, but the key does not open. Restore your backup.",
    "other",
  ],
  storage_failed: [
    "The browser’s storage is not responding",
    "A private window or a full disk may be the cause. Free some space, then try again.",
    "again",
  ],
  consent_expired: [
    "Your consent has expired",
    "A consent opens one receipt within a few minutes. Confirm again.",
    "again",
  ],
  other_key: [
    "This receipt was sealed to another key",
    "The key is not on this device. Restore the backup that holds it, or open the receipt on the device that has it.",
    "other",
  ],
  tampered_envelope: [
    "This envelope was changed after it was sealed",
    "It does not open, and none of it is shown. Tell your bank that the receipt it keeps is not the one that was sealed.",
    "other",
  ],
  wrongly_sealed: [
    "This envelope does not open",
    "The till sealed it wrongly, or it was changed since. Ask the shop for another receipt.",
    "other",
  ],
  not_a_receipt: [
    "What is sealed inside is not a receipt",
    "This wallet cannot read it. Ask the shop for another receipt.",
    "other",
  ],
  nothing_to_open: [
    "There is no longer a receipt to open",
    "It expired before the card was added, or it was erased. The payment itself is not affected.",
    "other",
  ],
  not_found: [
    "The service does not know this receipt",
    "Check the list again; it may belong to another card.",
    "other",
  ],
  card_taken: [
    "This card is already in a wallet",
    "Restore the backup of the wallet that has it, or use another card.",
    "other",
  ],
  identifier_taken: [
    "This is already registered elsewhere",
    "It leads to another card of yours, or to another person. Your bank can end it there.",
    "other",
  ],
  identifiers_full: [
    "This card has as many identifiers as it can have",
    "Ask your bank to end one that you no longer need, then add this one.",
    "other",
  ],
  card_removed: [
    "This card is no longer on this device",
    "It was removed, perhaps in another tab. Add it again, or restore the backup that has its keys.",
    "other",
  ],
  key_refused: [
    "The service did not accept the new key",
    "The card keeps the key that it has. Try again.",
    "again",
  ],
  card_erased: [
    "A card in this wallet was erased by the service",
    "Its receipts can no longer be opened. Add the card again, and its new receipts will arrive here.",
    "other",
  ],
  visit_ended: [
    "This visit of the demo has ended",
    "Its card, payments, and receipts are deleted. Another visit begins with a new card.",
    "other",
  ],
  signed_out: ["You are signed out", "Sign in again. Your keys stay on this device.", "other"],
  not_allowed: [
    "Your account is not allowed to do this",
    "Ask an owner of your organization for permission.",
    "other",
  ],
  proof_declined: [
    "You did not confirm that it is you",
    "Nothing has changed. Try again, and use your password or passkey.",
    "again",
  ],
  too_many_requests: ["Too many requests", "Wait a moment, then try again.", "again"],
  offline: ["You are offline", "This needs a connection. Try again when you are back.", "again"],
  push_failed: [
    "This browser cannot receive notifications right now",
    "Its push service does not answer, or is turned off in the browser’s settings. New receipts still appear here.",
    "again",
  ],
  service_down: [
    "The service is not responding",
    "Your keys are safe on this device. Try again in a moment.",
    "again",
  ],
  unexpected_answer: [
    "The wallet does not understand the service’s answer",
    "Reload the page; it may be older than the service.",
    "again",
  ],
  wrong_passphrase: [
    "That passphrase does not open this backup",
    "Check for a typo, or choose another file.",
    "again",
  ],
  weak_passphrase: [
    "This passphrase is too short",
    "Use at least 12 characters; four random words work well.",
    "other",
  ],
  not_a_backup: [
    "This file is not a backup of this wallet",
    "Choose the file that this wallet saved, unchanged.",
    "other",
  ],
  backup_not_proven: [
    "The key in this backup does not work",
    "Nothing was restored. Choose another backup file.",
    "other",
  ],
  claim_unknown: [
    "No receipt can be claimed with this code",
    "It may be mistyped or expired, or its receipt has been delivered already: to another card of yours, or to someone else. The service does not say which.",
    "other",
  ],
  claim_waiting: [
    "The payment is not complete yet",
    "Its receipt can be claimed once it is. Try again in a moment.",
    "again",
  ],
  pairing_ended: [
    "This code has ended",
    "It was used, canceled, or replaced in another tab. Reload the page to see what became of it.",
    "other",
  ],
};
