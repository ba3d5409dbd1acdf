import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import { isCurrency } from "#lib/core/money.ts";
import type { Operation } from "#lib/core/operation.ts";
import { pageQuery, periodQuery } from "#lib/core/page-query.ts";
import { MAX_SEARCHED_PAYMENTS } from "#lib/core/search-reach.ts";
import { gatewayParam, idText } from "#lib/core/text.ts";
import {
  paymentStatuses,
  receiptStatuses,
  recipientKeyKinds,
  sealedAts,
} from "#lib/core/vocabulary.ts";
import { wrapAlgorithms } from "#lib/crypto/envelope.ts";
import { matchOrNull } from "#lib/receipts/contract-match.ts";
import { refundResource } from "./contract-refunds.ts";
import { displayStatuses } from "./contract-status.ts";

const amountText = z
  .string()
  .regex(/^\d{1,13}$/, "must be a whole number in the smallest currency unit")
  .transform(Number);

const majorAmount = z
  .string()
  .regex(/^\d{1,13}(\.\d{1,4})?$/, "must be a decimal number such as 18.40")
  .optional();

const filters = {
  status: z.enum(displayStatuses).optional().meta({
    description:
      "`succeeded` includes what was refunded since; `partly_refunded` and `refunded` select that alone",
  }),
  gateway: gatewayParam.optional(),
  receiptStatus: z.enum(receiptStatuses).optional(),
  amountMin: amountText.optional(),
  amountMax: amountText.optional(),
  currency: z
    .string()
    .refine(isCurrency, "must be an ISO 4217 code")
    .toLowerCase()
    .optional()
    .meta({
      description:
        "Needed with `amountMin` and `amountMax`: smallest units of different currencies do not compare",
    }),
  majorMin: majorAmount.meta({ description: "As people write it, such as 18.40, in any currency" }),
  majorMax: majorAmount.meta({ description: "As `majorMin`" }),
  ...periodQuery,
  search: idText.optional().meta({
    description: `An amount as people write it, such as 18.40, €18,40 or 1,840.00; the beginning of a paymentId, receiptId, or transactionId; of the newest ${MAX_SEARCHED_PAYMENTS} of the period, any part of these, in whatever case`,
  }),
};

const needsCurrency = { path: ["currency"], error: "is required with an amount" };

function hasCurrency(query: {
  amountMin?: number | undefined;
  amountMax?: number | undefined;
  currency?: string | undefined;
}): boolean {
  const hasAmount = query.amountMin !== undefined || query.amountMax !== undefined;
  return !hasAmount || query.currency !== undefined;
}

export const paymentsExportQuery = z.object(filters).refine(hasCurrency, needsCurrency);
export const paymentsQuery = z
  .object({ ...pageQuery, ...filters })
  .refine(hasCurrency, needsCurrency);

export const consolePayment = z.object({
  paymentId: z.string(),
  merchantId: z.string(),
  receiptId: z.string(),
  transactionId: z.string(),
  gateway: gatewayParam,
  provider: z.string().meta({ description: "The provider behind the gateway when it was made" }),
  status: z.enum(paymentStatuses),
  declineCode: z.string().nullable().meta({ description: "Why it failed, where it did" }),
  receiptStatus: z.enum(receiptStatuses),
  sealedAt: z.enum(sealedAts).meta({ description: "Where the receipt was sealed" }),
  amount: z.int(),
  currency: z.string(),
  refundedAmount: z.int(),
  createdAt: timestamp,
});

const consolePaymentsPage = z.object({
  payments: z.array(consolePayment),
  nextCursor: z.string().nullable().meta({ description: "null on the last page" }),
});

export type PaymentFilters = z.output<typeof paymentsExportQuery>;
export type PaymentsQuery = z.output<typeof paymentsQuery>;
export type ConsolePayment = z.output<typeof consolePayment>;
export type ConsolePaymentJson = z.input<typeof consolePayment>;
export type ConsolePaymentsPage = z.output<typeof consolePaymentsPage>;
export type ConsolePaymentsPageJson = z.input<typeof consolePaymentsPage>;

export const listPaymentsOperation = {
  operationId: "listPayments",
  expensive: "reports",
  method: "GET",
  path: "/api/console/payments",
  tag: "Console",
  summary: "The organization's payments in the environment, newest first",
  role: "viewer",
  rateClass: "reads",
  mayBeStale: true,
  query: paymentsQuery,
  response: consolePaymentsPage,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

/** More are counted, but not summed up, where each of them would have to be read: see sum.ts. */
export const MAX_SUMMED_PAYMENTS = 100_000;

const paymentTotals = z.object({
  count: z.int(),
  amounts: z
    .array(z.object({ currency: z.string(), amount: z.int(), count: z.int() }))
    .nullable()
    .meta({
      description: `Of those that were paid, by currency, refunds not deducted; null where more than ${MAX_SUMMED_PAYMENTS} payments would have to be read`,
    }),
});

export type PaymentTotals = z.output<typeof paymentTotals>;

export const totalPaymentsOperation = {
  operationId: "totalPayments",
  expensive: "reports",
  method: "GET",
  path: "/api/console/payments/totals",
  tag: "Console",
  summary: "How many payments the filters select, and how much was paid by them",
  role: "viewer",
  rateClass: "reads",
  mayBeStale: true,
  query: paymentsExportQuery,
  response: paymentTotals,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

/** Answers with text/csv; `X-Total-Count` says how many rows there will be. */
export const exportPaymentsOperation = {
  operationId: "exportPayments",
  method: "GET",
  path: "/api/console/payments/export",
  tag: "Console",
  summary: "The same payments as CSV, all of them",
  role: "viewer",
  rateClass: "reads",
  mayBeStale: true,
  query: paymentsExportQuery,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

const at = timestamp;

/**
 * One transition of a payment or its receipt. Who opened a receipt, and how often, is the
 * cardholder's business: the merchant learns that it was opened, and when first.
 */
const timelineEntry = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("created"), at }),
  z.object({ kind: z.literal("sealed"), at }),
  z.object({ kind: z.literal("escrowed"), at }),
  z.object({ kind: z.literal("requires_confirmation"), at }),
  z.object({ kind: z.literal("succeeded"), at }),
  z.object({ kind: z.literal("failed"), at, declineCode: z.string().nullable() }),
  z.object({ kind: z.literal("cancel_requested"), at }),
  z.object({ kind: z.literal("canceled"), at }),
  z.object({ kind: z.literal("charged_late"), at }),
  z.object({ kind: z.literal("mismatched"), at }),
  z.object({ kind: z.literal("refund_failed"), at, declineCode: z.string().nullable() }),
  z.object({
    kind: z.literal("disputed"),
    at,
    declineCode: z.string().nullable().meta({ description: "The cardholder's reason" }),
  }),
  z.object({
    kind: z.literal("dispute_closed"),
    at,
    declineCode: z.string().nullable().meta({ description: "`won` or `lost`" }),
  }),
  z.object({
    kind: z.literal("refunded"),
    at,
    refundedAmount: z.int().meta({ description: "The sum of all refunds by then" }),
  }),
  z.object({ kind: z.literal("handed_over"), at }),
  z.object({ kind: z.literal("expired"), at }),
  z.object({ kind: z.literal("opened"), at }),
  z.object({ kind: z.literal("erased"), at }),
]);

/** The sealed receipt from outside: never all of its bytes. */
const envelopeOutline = z.object({
  format: z.literal("JWE flattened, RFC 7516"),
  algorithm: z.enum(wrapAlgorithms),
  encryption: z.string(),
  keyId: z.string().nullable().meta({ description: "null in escrow" }),
  sealedAt: z.enum(sealedAts),
  keyKind: z.enum(recipientKeyKinds).meta({ description: "Whose key it was sealed to first" }),
  escrowed: z.boolean(),
  bytes: z.int().meta({ description: "Of all parts together" }),
  parts: z.object({
    encryptedKey: z.int().nullable().meta({ description: "null once destroyed" }),
    iv: z.int(),
    ciphertext: z.int(),
    tag: z.int(),
  }),
  ciphertextStart: z.string().meta({ description: "base64url of the first 32 bytes" }),
  protectedHeader: z.string().meta({ description: "base64url, as it is authenticated" }),
});

const refundAllowance = z
  .object({
    limit: z.int().nullable().meta({
      description: "Of all refunds of one payment in this currency; null if no owner has set one",
    }),
    left: z.int().meta({ description: "What the member may still refund of this payment" }),
  })
  .nullable()
  .meta({ description: "For support members; null for members without a limit" });

const consolePaymentDetails = consolePayment.extend({
  orderId: z.string().nullable().meta({ description: "The gateway's reference" }),
  mockItems: z.boolean(),
  providerReference: z
    .string()
    .nullable()
    .meta({ description: "The provider's id of the payment" }),
  match: matchOrNull,
  refunds: z.array(refundResource).meta({ description: "The oldest first" }),
  refundAllowance,
  requestId: z.string().nullable().meta({
    description: "The call that created it, as long as the request log has that",
  }),
  timeline: z.array(timelineEntry).meta({ description: "The oldest first" }),
  envelope: envelopeOutline,
});

export type TimelineEntry = z.output<typeof timelineEntry>;
export type TimelineEntryJson = z.input<typeof timelineEntry>;
export type EnvelopeOutline = z.output<typeof envelopeOutline>;
export type ConsolePaymentDetails = z.output<typeof consolePaymentDetails>;
export type ConsolePaymentDetailsJson = z.input<typeof consolePaymentDetails>;

export const getConsolePaymentOperation = {
  operationId: "getConsolePayment",
  method: "GET",
  path: "/api/console/payments/{paymentId}",
  tag: "Console",
  summary: "One payment, its timeline, and its envelope from outside",
  role: "viewer",
  rateClass: "reads",
  params: z.object({ paymentId: idText }),
  response: consolePaymentDetails,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;
