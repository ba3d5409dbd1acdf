import type { Queryable } from "./database.ts";
import type { PaymentKey, PaymentResult } from "./payments.ts";

/**
 * A result for a payment that has one already; news that come late change nothing. What was true
 * until now goes into the payment's events with the change itself. Returns whether the status
 * changed.
 */
export async function recordLaterResult(
  db: Queryable,
  { environment, cardIndex, id }: PaymentKey,
  result: PaymentResult,
): Promise<boolean> {
  const made = result.status === "failed" ? undefined : result;
  const failed = result.status === "failed" ? result : undefined;
  const { rowCount } = await db.query({
    name: "record-later-result",
    text: `
      WITH was AS (
        SELECT environment, card_index, id, status, decline_code FROM payment
        WHERE environment = $1 AND card_index = $2 AND id = $3
        FOR UPDATE
      ), changed AS (
        UPDATE payment p
        SET status = $4::payment_status, order_id = coalesce($5::text, order_id),
            client_secret = coalesce($6::bytea, client_secret), decline_code = $7,
            updated_at = now()
        FROM was
        WHERE p.environment = was.environment AND p.card_index = was.card_index AND p.id = was.id
          AND (order_id IS NULL OR $5::text IS NULL OR order_id = $5::text)
          AND ((was.status = 'requires_confirmation'
              AND $4::payment_status IN ('succeeded', 'failed'))
            OR (was.status = 'failed' AND $9::boolean))
          AND ($8::int IS NULL OR gateway_attempts = $8::int)
        RETURNING p.organization_id, p.environment, p.id, was.status AS previous_status,
                  coalesce($7, was.decline_code) AS decline_code
      )
      INSERT INTO payment_event (
        organization_id, environment, payment_id, kind, previous_status, decline_code)
      SELECT organization_id, environment, id, $4::text::payment_event_kind, previous_status,
             decline_code
      FROM changed`,
    values: [
      environment,
      cardIndex,
      id,
      result.status,
      made?.orderId ?? null,
      made?.clientSecret ?? null,
      failed?.declineCode ?? null,
      failed?.attempt ?? null,
      result.status === "succeeded" && result.afterFailure,
    ],
  });
  return rowCount === 1;
}
