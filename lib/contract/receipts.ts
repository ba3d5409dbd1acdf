import { z } from "zod";
import type { Operation } from "./operation.ts";
import { pageQuery, periodQuery } from "./page-query.ts";
import { gateways, paymentStatuses, receiptStatuses } from "./payments.ts";
import { idText } from "./text.ts";

export const receiptsQuery = z.object({ ...pageQuery, ...periodQuery });

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
  description:
    "Newest first, as metadata: no ciphertext and no content. A payment that was declined is in it, " +
    "with `paymentStatus` `failed`, and one without an answer yet with `pending`.",
  scope: "receipts:read",
  rateClass: "reads",
  params: z.object({ userId: idText }),
  query: receiptsQuery,
  response: receiptsPage,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;
