import type { PlainSentence } from "#lib/languages/translate.ts";
import type { LockMethod } from "#lib/wallet/device-store.ts";

/** What a consent allows; every question that opens a receipt says so. */
export const OPENS_ONCE = "This wallet gets access to one receipt, once, within 2 to 3 minutes.";

/** The label of each button that gives this consent. */
export const ALLOW_ONCE = "Allow once";

/** With OPENS_ONCE and ALLOW_ONCE. */
export const OPENING_QUESTION = {
  title: "Open this receipt?",
  why: "This wallet gets access to one receipt, once, within 2 to 3 minutes. Your confirmation unlocks the key on this device.",
  verb: "allow",
} as const;

/** What the buttons of a question say, by what its consent does. */
export const consentVerbs = {
  confirm: { passkey: "Confirm with your passkey", pin: "Confirm with PIN" },
  allow: { passkey: "Allow once with your passkey", pin: "Allow once with PIN" },
  open: { passkey: "Open them with your passkey", pin: "Open them with PIN" },
} as const satisfies Record<string, Record<LockMethod, PlainSentence>>;

/** Of a consent to open several receipts at once. */
export const OPENS_EACH_ONCE =
  "This wallet gets access to each of them, once, within 2 to 3 minutes of its turn. Your confirmation unlocks the keys on this device.";

/** Asked with the first consent that opens a receipt on this device. */
export const KEEPING_CHOICE = {
  label: "Keep it here, encrypted",
  hint: "Then it stays readable in this wallet, and so does what you open from now on. You can change this under Security.",
} as const satisfies Record<string, PlainSentence>;
