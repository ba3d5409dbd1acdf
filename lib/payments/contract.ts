import { z } from "zod";
import { dateTimeInput, timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { pageQuery, periodQuery } from "#lib/core/page-query.ts";
import { gatewayParam, idText, paymentIdParam } from "#lib/core/text.ts";
import { paymentStatuses, receiptStatuses, sealedAts } from "#lib/core/vocabulary.ts";
import { wrapAlgorithms } from "#lib/crypto/envelope.ts";
import { paymentRequest } from "#lib/receipts/contract.ts";
import { matchOrNull } from "#lib/receipts/contract-match.ts";
import { refundResource, signatureHeader } from "./contract-refunds.ts";
import { sealedPaymentRequest } from "./contract-sealed.ts";

const veroMetadata = z
  .object({
    receiptId: z.string(),
    receiptStatus: z.enum(receiptStatuses),
    keyId: z.string().nullable().meta({
      description:
        "The cardholder's current key when the receipt was delivered; null while it is in escrow, and once it is erased",
    }),
    algorithm: z.enum(wrapAlgorithms).meta({
      description: "How it is sealed: `ECDH-ES+A256KW` where the key `keyId` is P-256",
    }),
    encryption: z.literal("A256GCM"),
    amount: z.int(),
    currency: z.string(),
    gateway: gatewayParam,
    paymentStatus: z.enum(paymentStatuses),
    mockItems: z.boolean().meta({ description: "Whether the line items were made up" }),
    sealedAt: z.enum(sealedAts).meta({
      description:
        "Where the receipt was sealed. What was sealed at the till to a cardholder's key, the service never has, unless the " +
        "issuer has the service decrypt it",
    }),
    createdAt: timestamp,
    refundedAmount: z
      .int()
      .optional()
      .meta({ description: "The sum of all refunds, where there are any" }),
  })
  .meta({ id: "VeroMetadata" });

const createdMetadata = veroMetadata
  .extend({
    claimCode: z
      .string()
      .optional()
      .meta({
        description:
          "While the receipt waits in escrow: whoever has this code can claim the receipt, so give it to the " +
          "customer alone, as you would a paper receipt. See Claim codes",
      }),
  })
  .meta({ id: "CreatedVeroMetadata" });

export const createdPayment = z
  .object({
    paymentId: z.string(),
    clientSecret: z.string().meta({
      description:
        "The provider's, to confirm with in its own SDK where `paymentStatus` is `requires_confirmation`; " +
        "ask for the status of the payment afterwards",
    }),
    orderId: z.string().meta({ description: "The provider's own id of the payment" }),
    veroMetadata: createdMetadata,
  })
  .meta({ id: "CreatedPayment" });

export const paymentEntry = z
  .object({
    paymentId: z.string(),
    status: z.enum(paymentStatuses),
    merchantId: z.string(),
    receiptId: z.string(),
    transactionId: z.string(),
    orderId: z.string().nullable().meta({ description: "The provider's, once it has answered" }),
    providerReference: z.string().nullable().meta({
      description: "The provider's own id of the payment, by which its dashboard finds it",
    }),
    refundedAmount: z.int().meta({ description: "The sum of the refunds that have succeeded" }),
    transactionAt: timestamp.nullable().meta({
      description:
        "The `transactionDate` of the body, in UTC; null for payments from before November 28, 2026",
    }),
    match: matchOrNull,
    veroMetadata,
  })
  .meta({ id: "Payment" });

const paymentState = paymentEntry
  .extend({ refunds: z.array(refundResource).meta({ description: "The oldest first" }) })
  .meta({ id: "PaymentState" });

const paymentsQuery = z.object({
  ...pageQuery,
  ...periodQuery,
  receiptId: idText.optional().meta({ description: "The merchant's reference of the receipt" }),
  transactionId: idText.optional().meta({ description: "Its reference of the transaction" }),
  merchantId: idText.optional().meta({ description: "The merchant, where there are several" }),
  idempotencyKey: z.string().min(1).max(255).optional().meta({
    description: "The Idempotency-Key that the payment was created with, without quotes",
  }),
  transactionFrom: dateTimeInput.optional().meta({
    description:
      "`transactionDate` at or after this time. With this or the next one the list is in the order of these dates",
  }),
  transactionTo: dateTimeInput
    .optional()
    .meta({ description: "`transactionDate` before this time" }),
  paymentStatus: z.enum(paymentStatuses).optional().meta({ description: "As it is now" }),
  gateway: gatewayParam.optional().meta({ description: "The gateway that took the payment" }),
});

const paymentsPage = z
  .object({
    payments: z.array(paymentEntry),
    nextCursor: z.string().nullable().meta({ description: "null on the last page" }),
  })
  .meta({ id: "PaymentsPage" });

const sandboxDecision = z
  .object({ outcome: z.enum(["succeeded", "failed"]) })
  .meta({ id: "SandboxDecision" });

export type VeroMetadata = z.output<typeof veroMetadata>;
export type CreatedPayment = z.output<typeof createdPayment>;
export type CreatedPaymentJson = z.input<typeof createdPayment>;
export type PaymentEntry = z.output<typeof paymentEntry>;
export type PaymentsLookup = z.output<typeof paymentsQuery>;
export type PaymentsPage = z.output<typeof paymentsPage>;
export type PaymentResource = z.output<typeof paymentState>;

export const createPaymentOperation = {
  operationId: "createPayment",
  method: "POST",
  path: "/api/v1/payments/{gateway}/create",
  tag: "Payments",
  summary: "Create a payment with a sealed receipt",
  description:
    "Safe to retry: the same organization, gateway, merchantId, receiptId and transactionId, or " +
    "the same Idempotency-Key, answer the first result again with 200 and " +
    "`Idempotent-Replayed: true`.",
  scope: "payments:write",
  rateClass: "writes",
  visits: true,
  params: z.object({ gateway: gatewayParam }),
  headers: z.object({
    "Idempotency-Key": z
      .string()
      .regex(/^(?:"(?:[ !#-[\]-~]|\\["\\]){1,255}"|[!#-~][ -~]{0,254})$/)
      .optional()
      .meta({ description: "1 to 255 printable ASCII characters, quoted or bare" }),
    ...signatureHeader,
  }),
  body: paymentRequest,
  sealedBody: sealedPaymentRequest,
  signed: true,
  response: createdPayment,
  statuses: [201, 200],
  errors: ["invalid_signature", "payment_declined", "conflict", "service_unavailable"],
} as const satisfies Operation;

export const getPaymentOperation = {
  operationId: "getPayment",
  method: "GET",
  path: "/api/v1/payments/{gateway}/{paymentId}",
  tag: "Payments",
  summary: "Status of a payment",
  description: "What the creation answered, as it is now.",
  scope: "payments:read",
  rateClass: "reads",
  params: z.object({ gateway: gatewayParam, paymentId: paymentIdParam }),
  response: paymentState,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const findPaymentsOperation = {
  operationId: "findPayments",
  method: "GET",
  path: "/api/v1/payments",
  tag: "Payments",
  summary: "Look payments up, or list them",
  description:
    "Newest first. The order, `from`, and `to` go by the creation, or by the reservation where the till sealed the " +
    "receipt. After an answer that got lost, look the payment up by your own references or its " +
    "Idempotency-Key. **No payment here means: none so far.** The create may still be on its way, and charge later: " +
    "before you take the money in another way, cancel it by the same references.",
  scope: "payments:read",
  rateClass: "reads",
  query: paymentsQuery,
  response: paymentsPage,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const confirmSandboxPaymentOperation = {
  operationId: "confirmSandboxPayment",
  method: "POST",
  path: "/api/v1/payments/{gateway}/{paymentId}/sandbox-confirm",
  tag: "Payments",
  summary: "Decide a sandbox payment that waits for confirmation",
  description:
    "In place of the customer, for a payment that was created with `paymentMethod` " +
    "`sandbox_requires_confirmation`. In development and staging only.",
  scope: "payments:write",
  rateClass: "writes",
  params: z.object({ gateway: gatewayParam, paymentId: paymentIdParam }),
  body: sandboxDecision,
  response: paymentState,
  statuses: [200],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;

/** Called by payment providers, which prove themselves by their signature; not in the document. */
export const takeNotificationOperation = {
  operationId: "takeNotification",
  method: "POST",
  path: "/api/gateways/{gateway}/{connectionId}/webhook",
  tag: "Service",
  summary: "A payment provider's notification",
  scope: null,
  // All merchants' notifications come from a provider's few addresses.
  rateClass: null,
  limitsRefusals: true,
  params: z.object({ gateway: gatewayParam, connectionId: idText }),
  rawBody: true,
  response: z.object({ received: z.literal(true) }),
  statuses: [200],
  errors: ["not_found", "invalid_signature"],
} as const satisfies Operation;
