import type { Sale } from "#lib/testing/crash/shop.ts";
import { withClient } from "./database.ts";
import type { Merchant } from "./merchant.ts";
import type { Stage } from "./stage.ts";

/** What three books say of the same sales: those of the shop, of the database, and of the providers. */
export type Comparison = {
  /** Payments that the service has answered for. */
  acknowledged: number;
  /** Of those, not in the database, or there with another amount. */
  lost: number;
  /** Charged more than once. */
  doubled: number;
  /** Charged at a provider, and not paid here, or the other way around. */
  apart: number;
  /** Not final yet. */
  pending: number;
};

type Row = { id: string; status: string; amount: number; receipt_id: string };

export async function compareBooks(
  stage: Stage,
  { organizationId }: Merchant,
  sales: readonly Sale[],
): Promise<Comparison> {
  // First, since the shop goes on selling.
  const acknowledged = sales.filter(({ paymentId }) => paymentId !== undefined);
  const rows = await selectPayments(stage, organizationId);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isKept = ({ paymentId = "", amount, receiptId }: Sale) => {
    const row = byId.get(paymentId);
    return row?.amount === amount && row.receipt_id === receiptId;
  };
  const charges = countCharges(stage);
  const paid = rows.filter(({ status }) => status === "succeeded");
  const unpaid = [...charges.keys()].filter((id) => byId.get(id)?.status !== "succeeded");
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((sale) => !isKept(sale)).length,
    doubled: [...charges.values()].filter((count) => count > 1).length,
    apart: unpaid.length + paid.filter(({ id }) => !charges.has(id)).length,
    pending: rows.filter(({ status }) => status === "pending").length,
  };
}

async function selectPayments({ postgres }: Stage, organizationId: string): Promise<Row[]> {
  return await withClient(postgres.urlFor("sealslip"), async (client) => {
    const { rows } = await client.query<Row>(
      `SELECT id, status, amount::int AS amount, receipt_id FROM payment
       WHERE organization_id = $1 AND refund_of IS NULL`,
      [organizationId],
    );
    return rows;
  });
}

/** How often money was taken for each payment. */
function countCharges({ providers }: Stage): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { charges } of Object.values(providers)) {
    for (const { paymentId, charged } of charges) {
      if (charged) counts.set(paymentId, (counts.get(paymentId) ?? 0) + 1);
    }
  }
  return counts;
}
