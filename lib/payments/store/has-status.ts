import type { DisplayStatus } from "#lib/payments/contract-status.ts";

/**
 * The condition that a row `p` of the table has a status, in the words of the small index or table that finds it,
 * but for the status that most payments have.
 */
export const hasStatus: Record<DisplayStatus, string> = {
  succeeded: "p.status = 'succeeded'",
  pending: "p.status = 'pending' AND p.id IN (SELECT payment_id FROM pending_payment)",
  failed: "p.unsuccessful_status = 'failed'",
  requires_confirmation: "p.unsuccessful_status = 'requires_confirmation'",
  canceled: "p.canceled_at IS NOT NULL",
  partly_refunded:
    "p.refunded_amount > 0 AND p.refunded_amount < p.amount AND p.status = 'succeeded'",
  refunded: "p.refunded_amount > 0 AND p.refunded_amount >= p.amount AND p.status = 'succeeded'",
};
