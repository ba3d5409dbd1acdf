import { dataEventPart } from "#lib/events/outbox.ts";
import { pool } from "#lib/storage/database.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { eventPart } from "#lib/transitions/transition.ts";
import type { Payment } from "./columns.ts";

/** The last that was recorded of a dispute. */
export type RecordedDispute = {
  /** Null for what was recorded before ids were. */
  disputeId: string | null;
  kind: "disputed" | "dispute_closed";
  /** The reason, or the outcome of one that is closed. */
  declineCode: string;
  /** Tells one record from a later one. */
  sequence: number;
};

/** By SQL, since Prisma reads all rows to tell the last of each. */
export async function selectDisputes(
  { organizationId, environment, id }: Payment,
  db: Queryable = pool(),
): Promise<RecordedDispute[]> {
  const { rows } = await db.query<RecordedDispute>({
    name: "list-disputes",
    text: `
      SELECT DISTINCT ON (dispute_id)
             dispute_id AS "disputeId", kind, decline_code AS "declineCode", sequence
      FROM payment_event
      WHERE organization_id = $1 AND environment = $2 AND payment_id = $3
        AND kind IN ('disputed', 'dispute_closed')
      ORDER BY dispute_id, sequence DESC`,
    values: [organizationId, environment, id],
  });
  return rows;
}

type NewDispute = Omit<RecordedDispute, "sequence"> & {
  type: "dispute.opened" | "dispute.closed";
  /** As the API answers it. */
  data: object;
};

/** Records where a dispute stands since the `last` record of it, in the payment's timeline. */
export async function insertDispute(
  transaction: Transaction,
  { organizationId, environment, id }: Payment,
  { disputeId, kind, declineCode, type, data }: NewDispute,
  last: RecordedDispute | undefined,
): Promise<void> {
  await transaction.query(disputed, [
    organizationId,
    environment,
    id,
    kind,
    declineCode,
    disputeId,
    type,
    JSON.stringify(data),
    `${disputeId} ${last?.sequence ?? ""}`,
  ]);
}

const disputed = `
  WITH payment AS (
    SELECT $1::text AS organization_id, $2::environment AS environment, $3::text AS id
  ), ${eventPart({ from: "payment", paymentId: "id", kind: "$4", declineCode: "$5", disputeId: "$6" })},
  ${dataEventPart({ from: "payment", type: "$7::text", data: "$8::json", paymentId: "id", occurrence: "$9::text" })}
  SELECT`;
