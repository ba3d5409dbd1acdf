import type { z } from "zod";
import { recipientFieldNames } from "./contract.ts";

/** What a schema of single fields cannot say of a receipt: which names are the service's own. For `superRefine`. */
export function checkReceiptFields(receipt: object, context: z.RefinementCtx): void {
  for (const name of serviceNames) {
    if (Object.hasOwn(receipt, name)) {
      const message = "is a name of the service; a field of the receipt needs another one";
      context.addIssue({ code: "custom", path: [name], message });
    }
  }
}

/** Every receipt is for a recipient; of the identifiers that may say so, the card is the usual one. */
export function checkRecipient(request: object, context: z.RefinementCtx): void {
  if (recipientFieldNames.some((name) => Object.hasOwn(request, name))) return;
  const message = `is required unless ${others.join(", ")} is there`;
  context.addIssue({ code: "custom", path: ["recipientHashedPan"], message });
}

const others = recipientFieldNames.slice(1);

/** What an opened receipt gets from the service. */
const serviceNames = ["paymentId", "gateway", "merchantSignature", "kind", "refundOf"];
