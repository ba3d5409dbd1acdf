import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { StoredCard } from "#lib/wallet/cards.ts";
import { listReceipts } from "#lib/wallet/list-receipts.ts";
import { walletKeys } from "#lib/wallet/query-keys.ts";
import { addOlder, type KnownReceipts } from "./known-receipts.ts";

/** Brings the next page of every card that has one. */
export function useOlderReceipts(cards: StoredCard[]) {
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: async () => {
      await Promise.all(
        cards.map(async (card) => {
          const queryKey = walletKeys.receipts(card.cardId);
          const cursor = client.getQueryData<KnownReceipts>(queryKey)?.nextCursor;
          if (!cursor) return;
          const page = await listReceipts(card, { cursor });
          client.setQueryData<KnownReceipts>(queryKey, (known) => known && addOlder(known, page));
        }),
      );
    },
  });
}
