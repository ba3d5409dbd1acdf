import { useMemo } from "react";
import { EMPTY_ANNOTATION } from "#lib/wallet/annotation.ts";
import type { KeptFilter } from "./kept-filters.tsx";
import { useKept } from "./use-kept.ts";
import type { WalletReceipt } from "./use-receipts.ts";
import { useWallet } from "./wallet-state.ts";
import { findWarranty, isNearEnd } from "./warranty.ts";
import type { EndingWarranty } from "./warranty-reminders.tsx";

/** What is noted about the kept receipts that are open: for the filters of the list, and its reminders. */
export function useKeptNotes(receipts: readonly WalletReceipt[], today: string) {
  const { annotations, opened } = useWallet();
  const { ids: kept } = useKept();
  return useMemo(() => {
    const business = new Set<string>();
    const warranty = new Set<string>();
    const ending: EndingWarranty[] = [];
    for (const { card, paymentId } of receipts) {
      const content = opened.get(paymentId);
      if (!content || !kept.has(paymentId)) continue;
      const annotation = annotations.get(paymentId) ?? EMPTY_ANNOTATION;
      if (annotation.isBusiness) business.add(paymentId);
      const until = findWarranty(content, annotation, today);
      if (until === undefined || until < today) continue;
      warranty.add(paymentId);
      if (!isNearEnd(until, today) || annotation.dismissedWarranty === until) continue;
      const { cardId } = card;
      ending.push({ cardId, paymentId, merchantName: content.merchantName, until });
    }
    const found: Record<KeptFilter, ReadonlySet<string>> = { business, warranty };
    return { found, ending: ending.toSorted((a, b) => (a.until < b.until ? -1 : 1)) };
  }, [receipts, annotations, opened, kept, today]);
}
