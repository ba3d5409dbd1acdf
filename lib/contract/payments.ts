import { z } from "zod";
import { type GatewayName, gateways } from "./gateway-name.ts";
import type { Operation } from "./operation.ts";
import {
  type PaymentStatus,
  paymentStatuses,
  type ReceiptStatus,
  receiptStatuses,
} from "./payment-status.ts";
import {
  amountInteger,
  derivedPaymentRequest,
  lineItem,
  paymentRequest,
} from "./receipt-fields.ts";
import { idText, keyMaterialText } from "./text.ts";

export {
  type GatewayName,
  gateways,
  type PaymentStatus,
  paymentStatuses,
  type ReceiptStatus,
  receiptStatuses,
};

export const gatewayParam = z.enum(gateways, { error: `must be ${gateways.join(" or ")}` });

export const veroMetadata = z
  .object({
    receiptId: z.string(),
    receiptStatus: z.enum(receiptStatuses),
    keyId: z
      .string()
      .nullable()
      .meta({ description: "null while the receipt is in escrow, and once it is erased" }),
    algorithm: z.literal("RSA-OAEP-256"),
    encryption: z.literal("A256GCM"),
    amount: z.int(),
    currency: z.string(),
    gateway: gatewayParam,
    paymentStatus: z.enum(paymentStatuses),
    mockItems: z.boolean().meta({ description: "Whether line items were made up" }),
    createdAt: z.iso.datetime(),
    refundedAmount: z
      .int()
      .optional()
      .meta({ description: "The sum of all refunds, where there are any" }),
  })
  .meta({ id: "VeroMetadata" });

export const createdPayment = z
  .object({
    paymentId: z.string(),
    clientSecret: z.string().meta({
      description:
        "The provider's, to confirm with in its own SDK where `paymentStatus` is `requires_confirmation`; " +
        "ask for the status of the payment afterwards",
    }),
    orderId: z.string().meta({ description: "The provider's own id of the payment" }),
    veroMetadata,
  })
  .meta({ id: "CreatedPayment" });

export const paymentState = z
  .object({ paymentId: z.string(), status: z.enum(paymentStatuses), veroMetadata })
  .meta({ id: "PaymentState" });

export const receiptAccess = z.object({ paymentId: idText, tokenId: idText });
export const decryption = receiptAccess
  .extend({
    privateKey: keyMaterialText.meta({ description: "RSA-2048, PKCS#8 as PEM or base64 DER" }),
  })
  .meta({ id: "Decryption" });

export const decryptedReceipt = paymentRequest
  .omit({ recipientHashedPan: true, cardNonce: true })
  .extend({
    amount: amountInteger,
    items: z.array(lineItem).optional(),
    paymentId: z.string(),
    gateway: gatewayParam,
  })
  .meta({ id: "Receipt" });

/** JWE, RFC 7516 section 7.2.2, flattened. */
export const envelope = z
  .object({
    protected: z.string(),
    header: z.object({ alg: z.literal("RSA-OAEP-256"), kid: z.string() }),
    encrypted_key: z.string(),
    iv: z.string(),
    ciphertext: z.string(),
    tag: z.string(),
    aad: z.string(),
  })
  .meta({ id: "Envelope" });

export type VeroMetadata = z.output<typeof veroMetadata>;
export type CreatedPayment = z.output<typeof createdPayment>;
export type PaymentState = z.output<typeof paymentState>;

export const createPaymentOperation = {
  operationId: "createPayment",
  method: "POST",
  path: "/api/v1/payments/{gateway}/create",
  tag: "Payments",
  summary: "Create a payment with a sealed receipt",
  description:
    "Safe to retry: the same organization, gateway, merchantId, receiptId and transactionId, or " +
    "the same Idempotency-Key, answer the first result again with 200 and " +
    "`Idempotent-Replayed: true`. Fields that are not listed are part of the receipt: they are " +
    "sealed and come back on decryption.",
  scope: "payments:write",
  rateClass: "writes",
  params: z.object({ gateway: gatewayParam }),
  headers: z.object({
    "Idempotency-Key": z
      .string()
      .optional()
      .meta({ description: "1 to 255 characters, quoted or bare" }),
    "X-Merchant-Signature": z.string().optional().meta({
      description: "Refused with `invalid_signature`: signing keys cannot be registered yet",
    }),
  }),
  body: paymentRequest,
  bodyFor: ({ gateway }: { gateway: GatewayName }) =>
    gateway === "gateway_two" ? derivedPaymentRequest : paymentRequest,
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
  scope: "payments:read",
  rateClass: "reads",
  params: z.object({ gateway: gatewayParam, paymentId: idText }),
  response: paymentState,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const decryptReceiptOperation = {
  operationId: "decryptReceipt",
  method: "POST",
  path: "/api/v1/payments/decrypt",
  tag: "Receipts",
  summary: "Decrypt a receipt on the server",
  description:
    "Prefer `payments/envelope`: there the private key never leaves the device. Here it exists in " +
    "memory for the length of the call and is never stored or logged. The token is used up by a " +
    "successful call; one that fails leaves it as it was.",
  scope: "receipts:decrypt",
  rateClass: "writes",
  body: decryption,
  response: decryptedReceipt,
  statuses: [200],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;

export const getEnvelopeOperation = {
  operationId: "getEnvelope",
  method: "POST",
  path: "/api/v1/payments/envelope",
  tag: "Receipts",
  summary: "The sealed receipt, to be opened on the device",
  description:
    "Uses up the token and returns the receipt as a flattened JWE (RFC 7516) that any JOSE " +
    "library opens with the cardholder's private key. The recommended way: the key stays where it is.",
  scope: "receipts:decrypt",
  rateClass: "writes",
  body: receiptAccess.meta({ id: "ReceiptAccess" }),
  response: envelope,
  statuses: [200],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;
