import { useQueries } from "@tanstack/react-query";
import type { ReceiptSummary } from "#lib/contract/receipts.ts";
import type { StoredCard } from "#lib/wallet/cards.ts";
import { listReceipts } from "#lib/wallet/list-receipts.ts";
import { walletKeys } from "#lib/wallet/query-keys.ts";

const secondsBetweenLooks = 3;

export type WalletReceipt = ReceiptSummary & { card: StoredCard };

/** The receipts of all cards, newest first, looked up again every few seconds. */
export function useReceipts(cards: StoredCard[]) {
  return useQueries({
    queries: cards.map((card) => ({
      queryKey: walletKeys.receipts(card.cardId),
      queryFn: ({ signal }: { signal: AbortSignal }) => listReceipts(card, { signal }),
      refetchInterval: secondsBetweenLooks * 1000,
      // The next look is its own retry, and an outage is shown at once.
      retry: false,
      networkMode: "always" as const,
    })),
    combine: (results) => ({
      error: results.find(({ error }) => error)?.error ?? null,
      isPending: results.some(({ isPending }) => isPending),
      receipts: results
        .flatMap(({ data = [] }, at): WalletReceipt[] => {
          const card = cards[at];
          return card ? data.map((receipt) => ({ ...receipt, card })) : [];
        })
        .toSorted((a, b) => (a.createdAt > b.createdAt ? -1 : 1)),
      refetch: () => {
        for (const { refetch } of results) void refetch();
      },
    }),
  });
}
