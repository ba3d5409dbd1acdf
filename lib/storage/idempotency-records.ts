import { pool, type Transaction } from "./database.ts";
import type { PaymentIntent } from "./payment-intents.ts";
import type { Payment } from "./payments.ts";

/**
 * Adds a key under which the payment is found from now on, unless it is taken. The lock keeps it from
 * leading to a card that is being erased meanwhile.
 */
export async function addIdempotencyKey(
  { organizationId, environment, id }: Payment,
  keyHash: Uint8Array,
  fingerprint: { keyVersion: number; value: Uint8Array },
): Promise<void> {
  await pool().query({
    name: "add-idempotency-key",
    text: `
      INSERT INTO idempotency_record (
        organization_id, environment, key_hash, fingerprint, key_version, card_index, payment_id,
        created_at)
      SELECT p.organization_id, p.environment, $3, $4, $5, p.card_index, p.id, now()
      FROM payment p WHERE p.id = $6 AND p.organization_id = $1 AND p.environment = $2
      FOR KEY SHARE
      ON CONFLICT DO NOTHING`,
    values: [organizationId, environment, keyHash, fingerprint.value, fingerprint.keyVersion, id],
  });
}

/**
 * After a declined attempt the natural key is free for the next card: moves its record away to
 * `attemptKeyHash`, where a repetition of the declined body still finds its own answer.
 * Moves nothing where the record no longer belongs to `declinedPaymentId`: the key is taken then.
 */
export async function yieldNaturalKey(
  transaction: Transaction,
  intent: Pick<PaymentIntent, "organizationId" | "environment">,
  move: { naturalKeyHash: Uint8Array; attemptKeyHash: Uint8Array; declinedPaymentId: string },
): Promise<void> {
  await transaction.query(
    `UPDATE idempotency_record SET key_hash = $4
     WHERE organization_id = $1 AND environment = $2 AND key_hash = $3 AND payment_id = $5`,
    [
      intent.organizationId,
      intent.environment,
      move.naturalKeyHash,
      move.attemptKeyHash,
      move.declinedPaymentId,
    ],
  );
}
