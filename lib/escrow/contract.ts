import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";

/**
 * What waits for cards that nobody has registered in the environment. It belongs to no issuer yet, so
 * each is told the same: how much and how old to the day, and nothing of whom, where or for how much.
 */
const escrowState = z.object({
  waiting: z.int(),
  oldestAt: z.iso.datetime().nullable().meta({ description: "The day of the oldest, UTC" }),
  expiringWithin7Days: z.int(),
  escrowDays: z.int().meta({ description: "After so many days a receipt expires" }),
  buckets: z.array(
    z.object({
      fromDays: z.int().meta({ description: "Age" }),
      toDays: z.int().meta({ description: "Age, exclusive" }),
      waiting: z.int(),
    }),
  ),
});

export type EscrowState = z.output<typeof escrowState>;

export const getEscrowOperation = {
  operationId: "getEscrow",
  method: "GET",
  path: "/api/console/escrow",
  tag: "Console",
  summary: "What waits in escrow in the environment, for whichever issuer",
  role: "viewer",
  needs: "receipts:read",
  rateClass: "reads",
  response: escrowState,
  statuses: [200],
  errors: [],
} as const satisfies Operation;
