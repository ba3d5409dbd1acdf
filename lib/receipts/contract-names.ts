import type { z } from "zod";

/** What a schema of single fields cannot say of a receipt: which names are the service's own. For `superRefine`. */
export function checkReceiptFields(receipt: object, context: z.RefinementCtx): void {
  for (const name of serviceNames) {
    if (Object.hasOwn(receipt, name)) {
      const message = "is a name of the service; a field of the receipt needs another one";
      context.addIssue({ code: "custom", path: [name], message });
    }
  }
}

/** What an opened receipt gets from the service, or says only where it was sealed at the till. */
const serviceNames = [
  "paymentId",
  "gateway",
  "merchantSignature",
  "kind",
  "refundOf",
  "sealedTo",
  "sealedAt",
];
