import { z } from "zod";
import { isCurrency } from "#lib/money/currencies.ts";
import type { Operation } from "./operation.ts";
import { pageQuery, periodQuery } from "./page-query.ts";
import { gatewayParam, paymentStatuses, receiptStatuses } from "./payments.ts";
import { idText } from "./text.ts";

const amountText = z
  .string()
  .regex(/^\d{1,13}$/, "must be a whole number in the smallest currency unit")
  .transform(Number);

const filters = {
  status: z.enum(paymentStatuses).optional(),
  gateway: gatewayParam.optional(),
  receiptStatus: z.enum(receiptStatuses).optional(),
  amountMin: amountText.optional(),
  amountMax: amountText.optional(),
  currency: z
    .string()
    .refine(isCurrency, "must be an ISO 4217 code")
    .toLowerCase()
    .optional()
    .meta({ description: "Needed with an amount: amounts of different currencies do not compare" }),
  ...periodQuery,
  search: idText.optional().meta({
    description: "A payment id, or the beginning of a receiptId or transactionId",
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
  status: z.enum(paymentStatuses),
  declineCode: z.string().nullable().meta({ description: "Why it failed, where it did" }),
  receiptStatus: z.enum(receiptStatuses),
  amount: z.int(),
  currency: z.string(),
  refundedAmount: z.int(),
  createdAt: z.iso.datetime(),
});

export const consolePaymentsPage = z.object({
  payments: z.array(consolePayment),
  nextCursor: z.string().nullable().meta({ description: "null on the last page" }),
});

export type PaymentFilters = z.output<typeof paymentsExportQuery>;
export type PaymentsQuery = z.output<typeof paymentsQuery>;
export type ConsolePayment = z.output<typeof consolePayment>;
export type ConsolePaymentsPage = z.output<typeof consolePaymentsPage>;

export const listPaymentsOperation = {
  operationId: "listPayments",
  method: "GET",
  path: "/api/console/payments",
  tag: "Console",
  summary: "The organization's payments in the environment, newest first",
  role: "viewer",
  rateClass: "reads",
  query: paymentsQuery,
  response: consolePaymentsPage,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

/** Answers with text/csv; `X-Total-Count` says how many rows there will be. */
export const exportPaymentsOperation = {
  operationId: "exportPayments",
  method: "GET",
  path: "/api/console/payments/export",
  tag: "Console",
  summary: "The same payments as CSV, whole",
  role: "viewer",
  rateClass: "reads",
  query: paymentsExportQuery,
  statuses: [200],
  errors: [],
} as const satisfies Operation;
