import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";

/**
 * What waits for cards that nobody has registered in the environment. It belongs to no issuer yet, so
 * all see the same: how much and how old to the day, but not whose, from where or for what amount.
 */
const escrowState = z.object({
  waiting: z.int(),
  oldestAt: timestamp.nullable().meta({ description: "The day of the oldest, UTC" }),
  expiringWithin7Days: z.int(),
  escrowDays: z.int().meta({ description: "Days after which a receipt expires" }),
  buckets: z.array(
    z.object({
      fromDays: z.int().meta({ description: "Age, inclusive" }),
      toDays: z.int().meta({ description: "Age, exclusive" }),
      waiting: z.int(),
    }),
  ),
});

export type EscrowState = z.output<typeof escrowState>;
export type EscrowStateJson = z.input<typeof escrowState>;

export const getEscrowOperation = {
  operationId: "getEscrow",
  method: "GET",
  path: "/api/console/escrow",
  tag: "Console",
  summary: "What waits in escrow in the environment, whoever the issuer will be",
  role: "viewer",
  needs: "receipts:read",
  rateClass: "reads",
  response: escrowState,
  statuses: [200],
  errors: [],
} as const satisfies Operation;
