import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { pageQuery, periodQuery } from "#lib/core/page-query.ts";
import { gatewayParam, idText, paymentIdParam } from "#lib/core/text.ts";
import { paymentStatuses, receiptStatuses, refundStatuses } from "#lib/core/vocabulary.ts";
import { creditNoteFields } from "#lib/receipts/contract.ts";
import { matchOrNull } from "#lib/receipts/contract-match.ts";
import { sealedRefundRequest } from "./contract-sealed.ts";

/** Fields beyond these are part of the credit note: kept, sealed, and returned on decryption. */
export const refundRequest = creditNoteFields
  .extend({
    amount: creditNoteFields.shape.amount.meta({
      description:
        "In the smallest unit, at either gateway; all that is left where it is omitted or misspelled, whatever the items add up to",
    }),
    refundReference: idText.meta({
      description: "Your own name for the refund: the same one again is the same refund",
    }),
  })
  .meta({ id: "RefundRequest" });

const refund = z
  .object({
    refundId: z.string(),
    paymentId: z.string(),
    gateway: gatewayParam,
    merchantId: z.string().meta({ description: "Of the payment, whatever the credit note has" }),
    refundReference: z
      .string()
      .nullable()
      .meta({ description: "null for a refund that was not made by this endpoint" }),
    amount: z.int().meta({ description: "Of this refund" }),
    currency: z.string(),
    refundStatus: z.enum(refundStatuses).meta({
      description:
        "Of the provider, which may take it back: a refund that succeeded fails when the customer's " +
        "bank returns it, and one that failed may succeed after all",
    }),
    failureReason: z.string().nullable().meta({ description: "The provider's, where it failed" }),
    refundedAmount: z.int().meta({
      description:
        "Of the payment, not of this refund, whose own is `amount`: the sum of all its refunds that have succeeded by now",
    }),
    receiptStatus: z.enum(receiptStatuses).meta({
      description:
        "Of the credit note; `void` where there is none, or its refund has failed, whatever became of it later",
    }),
    createdAt: timestamp,
    match: matchOrNull,
  })
  .meta({ id: "Refund" });

const cancellation = z
  .object({
    paymentId: z.string(),
    outcome: z.enum(["not_charged", "refunded"]).meta({
      description: "Whether the payment was not charged and never will be, or was refunded in full",
    }),
    paymentStatus: z.enum(paymentStatuses),
    refundedAmount: z.int().meta({ description: "The sum of the refunds that have succeeded" }),
  })
  .meta({ id: "Cancellation" });

const refundsQuery = z.object({
  ...pageQuery,
  ...periodQuery,
  refundStatus: z.enum(refundStatuses).optional().meta({ description: "As it is now" }),
  paymentId: idText.optional().meta({ description: "Those of one payment" }),
  refundReference: idText.optional().meta({ description: "Your own name for the refund" }),
});

const refundsPage = z
  .object({
    refunds: z.array(refund),
    nextCursor: z.string().nullable().meta({ description: "null on the last page" }),
  })
  .meta({ id: "RefundsPage" });

export const refundResource = refund;
export type RefundsQuery = z.output<typeof refundsQuery>;
export type RefundsPage = z.output<typeof refundsPage>;
export type RefundRequest = z.output<typeof refundRequest>;
export type RefundResource = z.output<typeof refund>;
export type Cancellation = z.output<typeof cancellation>;

/** Of what may be signed by the merchant. */
export const signatureHeader = {
  "X-Merchant-Signature": z.string().optional().meta({
    description:
      "A detached JWS over the bytes of the body; see Signed receipts. Required where the organization requires it",
  }),
};

const params = z.object({ gateway: gatewayParam, paymentId: paymentIdParam });

export const refundPaymentOperation = {
  operationId: "refundPayment",
  method: "POST",
  path: "/api/v1/payments/{gateway}/{paymentId}/refunds",
  tag: "Payments",
  summary: "Refund a payment, in part or in full",
  description:
    "Seals a credit note for the cardholder, which is delivered when the refund has succeeded. Safe " +
    "to retry: the same `refundReference` with the same body answers the same refund again with 200 " +
    "and `Idempotent-Replayed: true`. More than is left to refund is 409, and nothing is refunded. With " +
    "`sealedReceipt`, the credit note comes sealed; see Sealed at the till.",
  scope: "payments:write",
  leastRole: "support",
  rateClass: "writes",
  stepUp: true,
  params,
  headers: z.object(signatureHeader),
  body: refundRequest,
  sealedBody: sealedRefundRequest,
  signed: true,
  response: refund,
  statuses: [201, 200],
  errors: ["invalid_signature", "not_found", "conflict", "service_unavailable"],
} as const satisfies Operation;

export const listRefundsOperation = {
  operationId: "listRefunds",
  method: "GET",
  path: "/api/v1/refunds",
  tag: "Payments",
  summary: "List refunds",
  description:
    "Of all payments by their own date, newest first: also those of cancellations, and those that were made at the " +
    "provider. One whose credit note the till sealed stands at the time of its reservation, which `from` and `to` mean, too.",
  scope: "payments:read",
  rateClass: "reads",
  query: refundsQuery,
  response: refundsPage,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const cancelPaymentOperation = {
  operationId: "cancelPayment",
  method: "POST",
  path: "/api/v1/payments/{gateway}/{paymentId}/cancel",
  tag: "Payments",
  summary: "Cancel a payment",
  description:
    "Makes sure that the customer pays nothing: a payment that is not charged yet never will be, and " +
    "one that is charged is refunded in full. Safe to repeat. Where the provider cannot be reached " +
    "the answer is 503, and the payment is canceled as soon as it can be; until it is, the customer may be charged, so " +
    "do not take the money in another way.",
  scope: "payments:write",
  rateClass: "writes",
  stepUp: true,
  params,
  response: cancellation,
  statuses: [200],
  errors: ["not_found", "conflict", "service_unavailable"],
} as const satisfies Operation;
