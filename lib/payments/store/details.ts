import type { Tenant } from "#lib/core/caller.ts";
import type { PaymentStatus } from "#lib/core/vocabulary.ts";
import { pool } from "#lib/storage/database.ts";
import { type Payment, paymentColumns } from "./payment.ts";

/** A payment, and of its envelope what may be shown: the ciphertext itself stays where it is. */
export type PaymentDetails = Payment & {
  updatedAt: Date;
  settledAt: Date | null;
  protectedHeader: string;
  encryptedKeyBytes: number | null;
  ivBytes: number;
  ciphertextBytes: number;
  tagBytes: number;
  ciphertextStart: Uint8Array;
};

export async function selectPaymentDetails(
  { organizationId, environment }: Tenant,
  id: string,
): Promise<PaymentDetails | undefined> {
  const { rows } = await pool().query<PaymentDetails>({
    name: "find-payment-details",
    text: `
      SELECT ${paymentColumns}, p.updated_at AS "updatedAt", p.settled_at AS "settledAt",
             p.protected_header AS "protectedHeader",
             octet_length(p.encrypted_key) AS "encryptedKeyBytes",
             octet_length(p.iv) AS "ivBytes", octet_length(p.ciphertext) AS "ciphertextBytes",
             octet_length(p.tag) AS "tagBytes",
             substring(p.ciphertext FROM 1 FOR 32) AS "ciphertextStart"
      FROM payment p
      WHERE p.id = $1 AND p.organization_id = $2 AND p.environment = $3`,
    values: [id, organizationId, environment],
  });
  return rows[0];
}

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
export async function selectPaymentEvents(
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
