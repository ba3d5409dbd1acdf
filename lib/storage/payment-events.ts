import type { Tenant } from "#lib/auth/caller.ts";
import type { PaymentStatus } from "#lib/contract/payments.ts";
import { pool } from "./database.ts";

/** A transition after the first result; those before it stand in the payment's own row. */
export type PaymentEvent = { at: Date } & (
  | {
      kind: "requires_confirmation" | "succeeded" | "failed";
      previousStatus: PaymentStatus;
      /** Of the failure that the event tells of, or that it ends. */
      declineCode: string | null;
    }
  | { kind: "refunded"; refundedAmount: number }
  | { kind: "handed_over" | "expired" | "opened" | "erased" }
);

/** In the order in which they were written. */
export async function listPaymentEvents(
  { organizationId, environment }: Tenant,
  paymentId: string,
): Promise<PaymentEvent[]> {
  const { rows } = await pool().query<PaymentEvent>({
    name: "list-payment-events",
    text: `
      SELECT at, kind, previous_status AS "previousStatus", decline_code AS "declineCode",
             refunded_amount AS "refundedAmount"
      FROM payment_event
      WHERE organization_id = $1 AND environment = $2 AND payment_id = $3
      ORDER BY sequence`,
    values: [organizationId, environment, paymentId],
  });
  return rows;
}
