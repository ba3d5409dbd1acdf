import { log } from "#lib/log/logger.ts";
import { counter } from "#lib/metrics/instruments.ts";
import type { SealingPlace } from "#lib/receipts/sealing-place.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { type BrokenReceipt, updateToBroken } from "./store.ts";

const brokenWraps = counter({
  name: "sealslip_escrow_broken_wraps_total",
  help: "Receipts sealed at the till that the escrow key did not open, or not with their own key, and that expired",
  labels: [],
});

/**
 * Ends what a till has sealed for the escrow in such a way that the escrow key does not open it, or not with its own
 * content key: its merchant has broken it, and it must not hold up the receipts of others. Returns the ids, for `reportBroken`. Throws for a receipt
 * that the service has sealed, before anything is changed: that one does open with the right key.
 */
export async function endBroken(
  transaction: Transaction,
  broken: readonly (BrokenReceipt & { sealingPlace: SealingPlace })[],
): Promise<string[]> {
  if (broken.length === 0) return [];
  const own = broken.find(({ sealingPlace }) => sealingPlace !== "till_for_escrow");
  if (own) throw new Error(`the escrow key does not open the receipt of ${own.paymentId}`);
  return await updateToBroken(transaction, broken);
}

/** Once the transaction is committed. */
export function reportBroken(paymentIds: readonly string[]): void {
  for (const payment_id of paymentIds) {
    brokenWraps.add();
    log().error({ payment_id }, "what the till sealed for the escrow does not open: it expired");
  }
}
