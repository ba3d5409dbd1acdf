import { z } from "zod";
import { overviewRanges } from "./console-overview.ts";
import type { Operation } from "./operation.ts";

const figures = {
  registered: z
    .int()
    .meta({ description: "Cardholders registered, those erased since not included" }),
  sealed: z.int().meta({ description: "Receipts of payments made then, sealed to cardholders" }),
  grantsUsed: z.int(),
  grantsExpired: z.int().meta({ description: "Without being used" }),
};

const totals = z.object({
  ...figures,
  opened: z.int().meta({ description: "Receipts opened with these grants, each counted once" }),
});

export const issuerOverview = z.object({
  range: z.enum(overviewRanges),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  bucketSeconds: z.int(),
  cardholders: z.int().meta({ description: "Now" }),
  inEscrow: z.int().meta({ description: "Now, of the environment, for whichever issuer" }),
  totals,
  buckets: z.array(
    z.object({ at: z.iso.datetime().meta({ description: "Where it begins" }), ...figures }),
  ),
  previous: totals.meta({ description: "Of the same time, one range earlier" }),
});

export type IssuerOverview = z.output<typeof issuerOverview>;
export type IssuerTotals = z.output<typeof totals>;

export const getIssuerOverviewOperation = {
  operationId: "getIssuerOverview",
  method: "GET",
  path: "/api/console/issuer-overview",
  tag: "Console",
  summary: "Figures of the issuer's cardholders, with the time before for comparison",
  role: "viewer",
  needs: "receipts:read",
  rateClass: "reads",
  query: z.object({
    range: z.enum(overviewRanges, { error: `must be ${overviewRanges.join(", ")}` }).default("24h"),
  }),
  response: issuerOverview,
  statuses: [200],
  errors: [],
} as const satisfies Operation;
