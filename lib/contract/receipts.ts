import { z } from "zod";
import { dateTimeText, parseDateTime } from "./date-time.ts";
import type { Operation } from "./operation.ts";
import { gateways, paymentStatuses, receiptStatuses } from "./payments.ts";
import { idText } from "./text.ts";

const moment = dateTimeText.transform((text) => parseDateTime(text) ?? new Date(Number.NaN));

export const receiptsQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,3}$/, "must be a whole number from 1 to 100")
    .pipe(z.coerce.number<string>().int().min(1).max(100))
    .default(20)
    .meta({ type: "integer", minimum: 1, maximum: 100 }),
  cursor: z.string().max(256).optional().meta({ description: "`nextCursor` of the page before" }),
  from: moment.optional().meta({ description: "Created at or after" }),
  to: moment.optional().meta({ description: "Created before" }),
});

export const receiptSummary = z
  .object({
    paymentId: z.string(),
    receiptStatus: z.enum(receiptStatuses),
    paymentStatus: z.enum(paymentStatuses),
    gateway: z.enum(gateways),
    amount: z.int(),
    currency: z.string(),
    keyId: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "ReceiptSummary" });

export const receiptsPage = z
  .object({
    userId: z.string(),
    receipts: z.array(receiptSummary),
    nextCursor: z.string().nullable().meta({ description: "null on the last page" }),
  })
  .meta({ id: "ReceiptsPage" });

export type ReceiptsQuery = z.output<typeof receiptsQuery>;
export type ReceiptSummary = z.output<typeof receiptSummary>;
export type ReceiptsPage = z.output<typeof receiptsPage>;

export const listReceiptsOperation = {
  operationId: "listReceipts",
  method: "GET",
  path: "/api/v1/receipts/{userId}",
  tag: "Receipts",
  summary: "Receipts of a cardholder",
  description: "Newest first, as metadata: no ciphertext and no content.",
  scope: "receipts:read",
  rateClass: "reads",
  params: z.object({ userId: idText }),
  query: receiptsQuery,
  response: receiptsPage,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;
