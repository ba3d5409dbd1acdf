import { z } from "zod";
import type { Operation } from "./operation.ts";

export const overviewRanges = ["24h", "7d", "30d"] as const;

export type OverviewRange = (typeof overviewRanges)[number];

/** What was taken in each currency, refunds not deducted; currencies are never added together. */
const volume = z.array(z.object({ currency: z.string(), amount: z.number() }));

const totals = z.object({
  payments: z.int(),
  approved: z.int(),
  declined: z.int(),
  pending: z.int().meta({ description: "Neither yet; to be confirmed included" }),
  approvalRate: z.number().nullable().meta({
    description: "approved of approved and declined, 0 to 1; null where there are none",
  }),
  sealed: z.int(),
  escrowed: z.int(),
  opened: z.int().meta({ description: "Of these payments, those whose receipt was opened" }),
  volume,
});

export const overview = z.object({
  range: z.enum(overviewRanges),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  bucketSeconds: z.int(),
  totals,
  buckets: z.array(
    z.object({
      at: z.iso.datetime().meta({ description: "Where it begins" }),
      payments: z.int(),
      approved: z.int(),
      declined: z.int(),
      volume,
    }),
  ),
  previous: totals.meta({ description: "Of the same time, one range earlier" }),
});

export type Overview = z.output<typeof overview>;
export type OverviewTotals = z.output<typeof totals>;
export type Volume = z.output<typeof volume>;

export const getOverviewOperation = {
  operationId: "getOverview",
  method: "GET",
  path: "/api/console/overview",
  tag: "Console",
  summary: "Figures of the payments of a time, with the time before for comparison",
  role: "viewer",
  rateClass: "reads",
  query: z.object({
    range: z.enum(overviewRanges, { error: `must be ${overviewRanges.join(", ")}` }).default("24h"),
  }),
  response: overview,
  statuses: [200],
  errors: [],
} as const satisfies Operation;
