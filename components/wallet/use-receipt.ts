import { useEffect } from "react";
import type { StoredCard } from "#lib/wallet/cards.ts";
import { useOlderReceipts } from "./use-older-receipts.ts";
import { useReceipts } from "./use-receipts.ts";

/** One receipt of the cards, looked for page by page. */
export function useReceipt(paymentId: string, cards: StoredCard[]) {
  const newest = useReceipts(cards);
  const older = useOlderReceipts(cards);
  const receipt = newest.receipts.find((one) => one.paymentId === paymentId);
  const isFurtherBack = !receipt && newest.hasOlder;
  const { isError, isPending, mutate, reset } = older;
  useEffect(() => {
    if (isFurtherBack && !isPending && !isError) mutate();
  }, [isFurtherBack, isPending, isError, mutate]);

  return {
    receipt,
    error: newest.error ?? older.error,
    isPending: newest.isPending || (isFurtherBack && !isError),
    refetch: () => {
      reset();
      newest.refetch();
    },
  };
}
