import { z } from "zod";
import { isClaimCode } from "#lib/core/claim-code.ts";
import type { Operation } from "#lib/core/operation.ts";
import { idText } from "#lib/core/text.ts";
import { receiptKinds } from "#lib/core/vocabulary.ts";

const claim = z
  .object({
    claimCode: z.string().refine(isClaimCode, "must be clm_ and 27 letters and digits").meta({
      pattern: "^clm_[0-9A-Za-z]{27}$",
      description: "`veroMetadata.claimCode` of the creation",
    }),
    userId: idText.meta({ description: "The user who gets the receipt" }),
  })
  .meta({ id: "Claim" });

const claimedReceipt = z
  .object({
    paymentId: z.string(),
    receiptStatus: z.literal("sealed"),
    kind: z.enum(receiptKinds),
  })
  .meta({ id: "ClaimedReceipt" });

export type Claim = z.output<typeof claim>;
export type ClaimedReceipt = z.output<typeof claimedReceipt>;

export const claimReceiptOperation = {
  operationId: "claimReceipt",
  method: "POST",
  path: "/api/v1/receipts/claim",
  tag: "Receipts",
  summary: "Claim a receipt by its code",
  description:
    "Delivers a receipt that waits in escrow to your user, with the credit notes of its refunds. Whoever has the " +
    "code has the receipt, as with paper. 409 as long as the payment has not succeeded. The same user again is " +
    "answered by 200 with the same. A code that another user has used, that is unknown, or whose receipt is no " +
    "longer there to be claimed: 404.",
  scope: "onboarding:write",
  rateClass: "writes",
  visits: true,
  body: claim,
  response: claimedReceipt,
  statuses: [200],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;
