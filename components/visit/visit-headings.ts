import type { VisitStep } from "./visit-step.ts";

type Place = {
  step: VisitStep;
  isOver: boolean;
  hasKey: boolean;
  wasKnown: boolean;
  /** Whether another card has paid, whose receipt comes by the code on the till. */
  wasClaimed: boolean;
  /** Whether the till sealed the receipt, so that it reached the service as ciphertext. */
  wasSealedAtTill?: boolean | undefined;
};

/** What a step says above its parts. */
export function findHeading(place: Place): readonly [title: string, text: string] {
  const { step, isOver, hasKey, wasKnown, wasClaimed, wasSealedAtTill = false } = place;
  if (step === "pay" && hasKey) return nextPurchase;
  if (isOver) return endings[step] ?? headings[step];
  if (step === "open" && wasClaimed) return claimed;
  if (step === "open" && wasKnown) return wasSealedAtTill ? sealedAtTill : sealedAtOnce;
  return headings[step];
}

const nextPurchase = [
  "Buy something else",
  "Your card has a key now: the till seals this receipt to it, and it never waits in escrow.",
] as const;

const sealedAtOnce = [
  "Sealed to your key at once",
  "It never waited in escrow: the service read it while sealing it, and can no longer open it. Only this device can.",
] as const;

const sealedAtTill = [
  "Sealed to your key by the till",
  "The service took the payment and got the receipt as ciphertext only: the till sealed it. Only this device can open it.",
] as const;

const claimed = [
  "The receipt is yours now",
  "The code delivered it to your wallet, once. It is sealed to your key, and the service can no longer open it.",
] as const;

const headings: Record<VisitStep, readonly [title: string, text: string]> = {
  pay: [
    "Buy a coffee",
    "The till seals the receipt on this page, and sends the payment with an envelope: the receipt itself stays here.",
  ],
  add: [
    "Your receipt is waiting",
    "No wallet has this card yet, so the till sealed the receipt to the service’s own escrow key: the service could open it. Add the card, and only you can.",
  ],
  claim: [
    "The till shows a code",
    "No wallet has the card that paid, so the till sealed the receipt to the service’s own escrow key: the service could open it. Scan the code, and only you can.",
  ],
  open: [
    "Your receipt is sealed to you",
    "The service can no longer open it. Only this device can.",
  ],
  done: ["Only your key opens this", "The envelope came to this device, and was opened here."],
  followed: [
    "Your phone has the key",
    "The receipt is sealed to it, so it opens there and not here. This page follows along.",
  ],
  lost: [
    "The key is gone",
    "The card was removed from the wallet of this browser, and its key with it. The receipt stays sealed, for everybody.",
  ],
};

/** The same, once the receipt was opened. */
const endings: Partial<typeof headings> = {
  open: [
    "Sealed, as before",
    "What a page has opened is gone with it, unless you keep it in the wallet. The envelope is unchanged: your key opens it again.",
  ],
  followed: [
    "Opened on your phone",
    "The receipt is sealed to the key there, so it opens there and not here.",
  ],
};
