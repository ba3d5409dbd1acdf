import type { Tenant } from "#lib/core/caller.ts";
import { SANDBOX_REFUND_SECONDS, sandboxTestRefunds } from "#lib/gateways/sandbox/contract.ts";
import { isSandbox, reselectGateway } from "#lib/gateways/select-gateway.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { listProviderRefunds } from "./ask-gateway.ts";
import { recordProviderRefunds } from "./record-refund.ts";
import { selectPayment } from "./store/payment.ts";
import type { Refund } from "./store/refund.ts";

/**
 * Records what has become of test refunds that are decided later: the sandbox sends no notifications, so a look-up asks
 * it. Returns whether any has changed, perhaps. Costs nothing for all others.
 */
export async function followTestRefunds(
  tenant: Tenant,
  refunds: readonly Refund[],
): Promise<boolean> {
  const sales = new Set(refunds.filter(isDue).map(({ refundOf }) => refundOf));
  for (const saleId of sales) {
    const sale = await selectPayment(tenant, saleId);
    // A merchant's own reference may begin with the same words.
    if (!sale || !(await isSandbox(sale))) continue;
    const listing = await listProviderRefunds(await reselectGateway(sale), sale);
    if (listing) await inTransaction((db) => recordProviderRefunds(db, sale, listing));
  }
  return sales.size > 0;
}

const { pending, failsLate } = sandboxTestRefunds;

function isDue({ refundReference, status, createdAt }: Refund): boolean {
  if (Date.now() - createdAt.getTime() < SANDBOX_REFUND_SECONDS * 1000) return false;
  const begins = (prefix: string) => refundReference?.startsWith(prefix) ?? false;
  return (
    (status === "pending" && begins(pending.prefix)) ||
    (status === "succeeded" && begins(failsLate.prefix))
  );
}
