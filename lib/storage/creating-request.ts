import type { Tenant } from "#lib/auth/caller.ts";
import { createPaymentOperation } from "#lib/contract/payments.ts";
import { pool } from "./database.ts";

/** The call that made the payment, as long as the log has it. */
export async function findCreatingRequest(
  { organizationId, environment }: Tenant,
  paymentId: string,
): Promise<string | undefined> {
  const { rows } = await pool().query<{ requestId: string }>({
    name: "find-creating-request",
    text: `
      SELECT request_id AS "requestId" FROM request_log
      WHERE payment_id = $1 AND organization_id = $2 AND environment = $3 AND route = $4
      ORDER BY request_id LIMIT 1`,
    values: [paymentId, organizationId, environment, createPaymentOperation.path],
  });
  return rows[0]?.requestId;
}
