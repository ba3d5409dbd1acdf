/** What a consent allows; every question that opens a receipt says so. */
export const OPENS_ONCE = "This wallet gets access to one receipt, once, within 2 to 3 minutes.";

/** The label of each button that gives this consent. */
export const ALLOW_ONCE = "Allow once";

export const OPENING_QUESTION = {
  title: "Open this receipt?",
  why: `${OPENS_ONCE} Your confirmation unlocks the key on this device.`,
  verb: ALLOW_ONCE,
};

/** Of a consent to open several receipts at once. */
export const OPENS_EACH_ONCE =
  "This wallet gets access to each of them, once, within 2 to 3 minutes of its turn. Your confirmation unlocks the keys on this device.";

/** Asked with the first consent that opens a receipt on this device. */
export const KEEPING_CHOICE = {
  label: "Keep it here, encrypted",
  hint: "Then it stays readable in this wallet, and so does what you open from now on. You can change this under Security.",
};
