import type { Tenant } from "#lib/auth/caller.ts";
import type { SetupStep } from "#lib/contract/console-setup.ts";
import { pool } from "./database.ts";

/** When each step of an integration was first done in the environment; null where it was not. */
export async function findSetupTimes({
  organizationId,
  environment,
}: Tenant): Promise<Record<SetupStep, Date | null>> {
  const { rows } = await pool().query<Record<SetupStep, Date | null>>({
    name: "find-setup-times",
    text: `
      SELECT
        -- A key that comes into being with its organization is the demo's: nobody made it.
        (SELECT min(k.created_at) FROM api_key k JOIN organization o ON o.id = k.organization_id
         WHERE k.organization_id = $1 AND k.environment = $2 AND k.created_at > o.created_at
        ) AS api_key,
        (SELECT created_at FROM payment
         WHERE organization_id = $1 AND environment = $2 ORDER BY id LIMIT 1) AS first_payment,
        (SELECT min(at) FROM payment_event
         WHERE kind = 'opened' AND organization_id = $1 AND environment = $2
        ) AS first_receipt_opened,
        (SELECT min(created_at) FROM gateway_connection
         WHERE organization_id = $1 AND environment = $2) AS gateway_connected`,
    values: [organizationId, environment],
  });
  const [times] = rows;
  if (!times) throw new Error("a query without a table of its own returns one row");
  return times;
}
