import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";
import { amountInteger, currencyCode } from "#lib/receipts/contract.ts";

const MAX_LIMITS = 200;

const refundLimit = z
  .object({
    currency: currencyCode,
    amount: amountInteger.meta({
      description: "Of all refunds of one payment together, in the currency's smallest unit",
    }),
  })
  .meta({ id: "RefundLimit" });

/** What support members may refund of a payment; in a currency that is not listed, nothing. */
export const refundLimits = z.object({
  limits: z
    .array(refundLimit)
    .max(MAX_LIMITS)
    .superRefine((limits, context) => {
      const seen = new Set<string>();
      for (const [index, { currency }] of limits.entries()) {
        const message = "has a limit already";
        if (seen.has(currency))
          context.addIssue({ code: "custom", path: [index, "currency"], message });
        seen.add(currency);
      }
    })
    .meta({ description: "By currency, in alphabetical order" }),
});

export type RefundLimit = z.output<typeof refundLimit>;
export type RefundLimits = z.output<typeof refundLimits>;

const operation = {
  path: "/api/console/refund-limits",
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
  summary: "What support members may refund of a payment, in each currency",
  role: "viewer",
  rateClass: "reads",
} as const satisfies Operation;

export const setRefundLimitsOperation = {
  ...operation,
  operationId: "setRefundLimits",
  method: "PUT",
  summary: "Set what support members may refund; without a limit, they refund nothing",
  role: "owner",
  stepUp: true,
  rateClass: "writes",
  body: refundLimits,
} as const satisfies Operation;
