import type { ReceiptStatus } from "#lib/contract/payment-status.ts";

/** One sentence on why nobody reads the receipt. `hasKey`: its wrapped content key still exists. */
export function whySealed(receiptStatus: ReceiptStatus, hasKey: boolean): string {
  if (receiptStatus === "expired" && hasKey) return ending;
  return sentences[receiptStatus];
}

const ending =
  "Nobody gets to read it any more: escrow has ended, and the one key that could open it is about to be destroyed.";

const sentences: Record<ReceiptStatus, string> = {
  sealed:
    "Nobody here can read it: its content key is wrapped for the cardholder’s key, whose private half the service does not keep.",
  escrowed:
    "Nobody in this console can read it, though this is the one time when the service itself could: until the card is registered, the content key is wrapped for the escrow key of the service.",
  expired:
    "Nobody can read it ever again: escrow has ended, and the one key that could open it is destroyed.",
  erased: "Nobody can read it ever again: it was erased, and the key to it is destroyed.",
};
