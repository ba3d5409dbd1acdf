import type { VisitState } from "./use-visit.ts";
import type { OtherCard } from "./visit-record.ts";

type Others = Readonly<Record<string, OtherCard>>;

/**
 * What changes about the cards that no wallet has: the code that the till has just received is kept, so that a
 * reload can show it, and forgotten once a wallet has the receipt. Undefined where nothing changes.
 */
export function followClaims(
  others: Others,
  payments: readonly Pick<VisitState["payments"][number], "receiptId" | "receiptStatus">[],
  received: { receiptId: string; claimCode: string | undefined },
): Others | undefined {
  const changes = Object.entries(others).flatMap(([receiptId, other]) => {
    const payment = payments.find((one) => one.receiptId === receiptId);
    // The list may not have the payment yet.
    const waits = payment === undefined || payment.receiptStatus === "escrowed";
    const fresh = received.receiptId === receiptId ? received.claimCode : undefined;
    const { claimCode: before, ...card } = other;
    const claimCode = waits ? (fresh ?? before) : undefined;
    if (claimCode === before) return [];
    return [[receiptId, claimCode === undefined ? card : { ...card, claimCode }] as const];
  });
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}
