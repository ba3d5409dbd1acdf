import type { Tenant } from "#lib/core/caller.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import type { SetupStep } from "./contract.ts";

/** The thousand oldest opened payments are a sample: an exact answer would read every opening. */
const firstOpening = `
  SELECT min(at) AS at FROM (
    SELECT at FROM payment_event
    WHERE kind = 'opened' AND organization_id = $1 AND environment = $2
    ORDER BY payment_id LIMIT 1000) oldest`;

/** SQL by hand: a partial index answers it alone, which needs the kind as a literal. */
async function selectFirstOpening({ organizationId, environment }: Tenant): Promise<Date | null> {
  const { rows } = await pool().query<{ at: Date | null }>({
    name: "find-first-opening",
    text: firstOpening,
    values: [organizationId, environment],
  });
  return rows[0]?.at ?? null;
}

/** When each step of an integration was first done in the environment; null if it was not. */
export async function selectSetupTimes(tenant: Tenant): Promise<Record<SetupStep, Date | null>> {
  const { organizationId, environment } = tenant;
  const where = { organizationId, environment };
  const select = { createdAt: true };
  const [apiKey, payment, opened, connection] = await Promise.all([
    prisma().apiKey.findFirst({ where, select, orderBy: { createdAt: "asc" } }),
    prisma().payment.findFirst({ where, select, orderBy: { id: "asc" } }),
    selectFirstOpening(tenant),
    prisma().gatewayConnection.findFirst({ where, select, orderBy: { createdAt: "asc" } }),
  ]);
  return {
    api_key: apiKey?.createdAt ?? null,
    first_payment: payment?.createdAt ?? null,
    first_receipt_opened: opened,
    gateway_connected: connection?.createdAt ?? null,
  };
}
