import { type QueryFunctionContext, useQueries } from "@tanstack/react-query";
import type { ReceiptSummary } from "#lib/contract/receipts.ts";
import type { StoredCard } from "#lib/wallet/cards.ts";
import { listReceipts } from "#lib/wallet/list-receipts.ts";
import { walletKeys } from "#lib/wallet/query-keys.ts";
import { addNewest, type KnownReceipts, knownSince } from "./known-receipts.ts";

const secondsBetweenLooks = 3;

export type WalletReceipt = ReceiptSummary & { card: StoredCard };

/** The receipts of all cards, newest first, the newest hundred looked up again every few seconds. */
export function useReceipts(cards: StoredCard[]) {
  return useQueries({
    queries: cards.map((card) => {
      const queryKey = walletKeys.receipts(card.cardId);
      return {
        queryKey,
        queryFn: async ({ client, signal }: QueryFunctionContext) => {
          const newest = await listReceipts(card, { signal });
          return addNewest(client.getQueryData<KnownReceipts>(queryKey), newest);
        },
        refetchInterval: secondsBetweenLooks * 1000,
        // The next look is its own retry, and an outage is shown at once.
        retry: false,
        networkMode: "always" as const,
      };
    }),
    combine: (results) => {
      const known = results.flatMap(({ data }) => data ?? []);
      const since = knownSince(known);
      return {
        error: results.find(({ error }) => error)?.error ?? null,
        isPending: results.some(({ isPending }) => isPending),
        hasOlder: since !== undefined,
        receipts: results
          .flatMap(({ data }, at): WalletReceipt[] => {
            const card = cards[at];
            return card ? (data?.receipts ?? []).map((receipt) => ({ ...receipt, card })) : [];
          })
          .filter(({ createdAt }) => since === undefined || createdAt >= since)
          .toSorted((a, b) => (a.createdAt > b.createdAt ? -1 : 1)),
        refetch: () => {
          for (const { refetch } of results) void refetch();
        },
      };
    },
  });
}
