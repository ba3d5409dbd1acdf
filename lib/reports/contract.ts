import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";

const overviewRanges = ["24h", "7d", "30d"] as const;

export type OverviewRange = (typeof overviewRanges)[number];

const rangeQuery = z.object({
  range: z.enum(overviewRanges, { error: `must be ${overviewRanges.join(", ")}` }).default("24h"),
});

const period = {
  range: z.enum(overviewRanges),
  from: timestamp,
  to: timestamp,
  bucketSeconds: z.int(),
};

const bucketStart = timestamp.meta({ description: "Where it begins" });

/** The charged amounts by currency, refunds not deducted; currencies are never added together. */
const volume = z.array(
  z.object({
    currency: z.string(),
    amount: z.number(),
    count: z.int().meta({ description: "Payments in this currency" }),
  }),
);

const paymentTotals = z.object({
  payments: z.int(),
  approved: z.int(),
  declined: z.int(),
  pending: z.int().meta({ description: "Neither yet; those to be confirmed included" }),
  approvalRate: z.number().nullable().meta({
    description: "approved of approved and declined, 0 to 1; null where there are none",
  }),
  sealed: z.int(),
  escrowed: z.int(),
  opened: z.int().meta({ description: "Of these payments, those whose receipt was opened" }),
  volume,
});

const paymentBucket = paymentTotals
  .pick({ payments: true, approved: true, declined: true, volume: true })
  .extend({ at: bucketStart });

const overview = z.object({
  ...period,
  totals: paymentTotals,
  buckets: z.array(paymentBucket),
  previous: paymentTotals.meta({ description: "Of the same length of time, one range earlier" }),
});

export type Overview = z.output<typeof overview>;
export type OverviewTotals = z.output<typeof paymentTotals>;
export type Volume = z.output<typeof volume>;

export const getOverviewOperation = {
  operationId: "getOverview",
  expensive: "reports",
  method: "GET",
  path: "/api/console/overview",
  tag: "Console",
  summary: "Figures of the payments of a period, with the period before for comparison",
  role: "viewer",
  rateClass: "reads",
  mayBeStale: true,
  query: rangeQuery,
  response: overview,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

const issuerFigures = z.object({
  registered: z
    .int()
    .meta({ description: "Cardholders registered, those erased since not included" }),
  handedOver: z
    .int()
    .meta({ description: "Receipts that had waited in escrow for these cardholders" }),
  sealed: z.int().meta({ description: "Receipts of payments made then, sealed to cardholders" }),
  grantsUsed: z.int(),
  grantsExpired: z.int().meta({ description: "Without being used" }),
});

const issuerTotals = issuerFigures.extend({
  opened: z.int().meta({ description: "Receipts opened with these grants, each counted once" }),
});

const issuerOverview = z.object({
  ...period,
  cardholders: z.int().meta({ description: "Now" }),
  totals: issuerTotals,
  buckets: z.array(issuerFigures.extend({ at: bucketStart })),
  previous: issuerTotals.meta({ description: "Of the same length of time, one range earlier" }),
});

export type IssuerOverview = z.output<typeof issuerOverview>;
export type IssuerFigures = z.output<typeof issuerFigures>;

export const getIssuerOverviewOperation = {
  operationId: "getIssuerOverview",
  expensive: "reports",
  method: "GET",
  path: "/api/console/issuer-overview",
  tag: "Console",
  summary: "Figures of the issuer's cardholders, with the period before for comparison",
  role: "viewer",
  needs: "receipts:read",
  rateClass: "reads",
  mayBeStale: true,
  query: rangeQuery,
  response: issuerOverview,
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const setupSteps = [
  "api_key",
  "first_payment",
  "first_receipt_opened",
  "gateway_connected",
] as const;

export type SetupStep = (typeof setupSteps)[number];

const setup = z.object({
  steps: z.array(
    z.object({
      name: z.enum(setupSteps),
      done: z.boolean(),
      doneAt: timestamp.nullable(),
    }),
  ),
});

export type Setup = z.output<typeof setup>;

export const getSetupOperation = {
  operationId: "getSetup",
  method: "GET",
  path: "/api/console/setup",
  tag: "Console",
  summary: "The progress of the organization's integration in the environment",
  role: "viewer",
  rateClass: "reads",
  mayBeStale: true,
  response: setup,
  statuses: [200],
  errors: [],
} as const satisfies Operation;
