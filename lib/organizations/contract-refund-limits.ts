import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";
import { amountInteger, currencyCode } from "#lib/receipts/contract.ts";

const amount = amountInteger.meta({
  description: "Of all refunds of one payment together, in the currency's smallest unit",
});

const refundLimits = z.object({
  limits: z
    .array(z.object({ currency: currencyCode, amount }))
    .meta({ description: "In alphabetical order; in a currency without one, nothing" }),
});

const limitChange = z.object({ amount });

export type RefundLimits = z.output<typeof refundLimits>;
export type RefundLimit = RefundLimits["limits"][number];

const operation = {
  tag: "Console",
  acrossEnvironments: true,
  needs: "payments:read",
  response: refundLimits,
  statuses: [200],
  errors: [],
} as const;

export const listRefundLimitsOperation = {
  ...operation,
  operationId: "listRefundLimits",
  method: "GET",
  path: "/api/console/refund-limits",
  summary: "How much of a payment support members may refund, in each currency",
  role: "viewer",
  rateClass: "reads",
} as const satisfies Operation;

const change = {
  ...operation,
  path: "/api/console/refund-limits/{currency}",
  role: "owner",
  stepUp: true,
  rateClass: "writes",
  params: z.object({ currency: currencyCode }),
} as const;

export const setRefundLimitOperation = {
  ...change,
  operationId: "setRefundLimit",
  method: "PUT",
  summary: "Let support members refund that much of a payment",
  body: limitChange,
} as const satisfies Operation;

export const removeRefundLimitOperation = {
  ...change,
  operationId: "removeRefundLimit",
  method: "DELETE",
  summary: "Let support members refund nothing in the currency",
} as const satisfies Operation;
