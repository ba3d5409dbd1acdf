/** The state of a payment that an event tells: the columns that the rows of `from` must have. */
export const outboxColumns = [
  "status",
  "decline_code",
  "order_id",
  "provider_reference",
  "match_data",
  "refunded_amount",
  "receipt_status",
  "cardholder_id",
  "key_id",
  "ephemeral_key",
  "other_recipients",
  "delivered_by",
  "delivered_at",
] as const;

/** Expressions of SQL over the rows of `from`. */
export type PaymentEvents = {
  /** Payments or refunds after the change, with `id`, `environment`, and `outboxColumns`. */
  from: string;
  /** The types of the events; null for one that did not happen. */
  types: readonly string[];
  /** Distinguishes this event from an earlier one of its type. */
  occurrence?: string;
  /** Of a refund: that of its sale. */
  refundedAmount?: string;
  /** Whether a sale comes before its credit notes. */
  isOrdered?: boolean;
};

/** A receipt is delivered once it is sealed to its cardholder and paid. */
export const receiptIsDelivered = "status = 'succeeded' AND receipt_status = 'sealed'";

/**
 * A part of a WITH, named `queued`: puts what happened to payments into the outbox, in the statement that changes
 * them. Visits of the demo have no events.
 */
export function paymentEventsPart({
  from,
  types,
  occurrence = "''",
  refundedAmount = "refunded_amount",
  isOrdered = false,
}: PaymentEvents): string {
  const state = outboxColumns.filter((name) => name !== "other_recipients");
  const columns = {
    types: "types",
    environment: "environment",
    payment_id: "id",
    occurrence,
    ...Object.fromEntries(state.map((name) => [name, name])),
    refunded_amount: refundedAmount,
    other_key_ids: `CASE WHEN other_recipients IS NULL THEN '{}'
                         ELSE ARRAY(SELECT jsonb_object_keys(other_recipients)) END`,
  };
  return `queued AS (
      INSERT INTO event_outbox (${Object.keys(columns).join(", ")})
      SELECT ${Object.values(columns).join(", ")}
      FROM (SELECT *, array_remove(ARRAY[${types.join(", ")}]::text[], NULL) AS types FROM ${from}) changed
      WHERE types <> '{}' AND environment <> 'demo' ${isOrdered ? "ORDER BY id" : ""}
    )`;
}

/** Expressions of SQL over the rows of `from`, which has `organization_id` and `environment`. */
type DataEvent = {
  from: string;
  type: string;
  /** JSON as the API answers it. */
  data: string;
  paymentId?: string;
  cardholderId?: string;
  occurrence?: string;
};

/** The same for what is no change of a payment. */
export function dataEventPart({ from, type, data, ...values }: DataEvent): string {
  const columns = {
    types: `ARRAY[${type}]`,
    organization_id: "organization_id",
    environment: "environment",
    data,
    ...(values.paymentId && { payment_id: values.paymentId }),
    ...(values.cardholderId && { cardholder_id: values.cardholderId }),
    ...(values.occurrence && { occurrence: values.occurrence }),
  };
  return `queued AS (
      INSERT INTO event_outbox (${Object.keys(columns).join(", ")})
      SELECT ${Object.values(columns).join(", ")} FROM ${from} WHERE environment <> 'demo'
    )`;
}
