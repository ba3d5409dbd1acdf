/** What a consent allows; every question that opens a receipt says so. */
export const OPENS_ONCE = "This wallet gets access to one receipt, once, within 2 to 3 minutes.";

/** The label of each button that gives this consent. */
export const ALLOW_ONCE = "Allow once";

export const OPENING_QUESTION = {
  title: "Open this receipt?",
  why: `${OPENS_ONCE} Your confirmation unlocks the key on this device.`,
  verb: ALLOW_ONCE,
};
