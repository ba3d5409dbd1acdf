import type { KeptPayment } from "./kept-till.ts";
import type { PaidPart } from "./split-tender.ts";

/** Parts of earlier split sales, which another tab may still have on its counter. */
const KEPT_PARTS = 10;

/**
 * Marks a payment as seen to be paid: it is then the last sale of its organization, and comes first. `paid`: what
 * of it still counts.
 */
export function settleKept(
  before: readonly KeptPayment[],
  transactionId: string,
  paid: PaidPart | undefined,
): KeptPayment[] {
  const settled = before.find(({ sale }) => sale.transactionId === transactionId);
  if (!settled) return [...before];

  let parts = 0;
  const others = before.filter((one) => {
    if (one === settled) return false;
    if (!one.isSettled || one.organizationId !== settled.organizationId) return true;
    return one.part !== undefined && ++parts < KEPT_PARTS;
  });
  return [{ ...settled, isSettled: true, paid }, ...others];
}
