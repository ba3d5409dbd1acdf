import {
  type QueryFunctionContext,
  useMutation,
  useQueries,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import type { KnownReceipts, ListedReceipt } from "#lib/wallet/listed-receipt.ts";
import { listCardReceipts, openWithConsent } from "#lib/wallet/receipts.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { addNewest, addOlder, countRefunds, knownSince } from "./known-receipts.ts";
import { useWallet, walletKeys } from "./wallet-state.ts";

const POLL_INTERVAL_MS = 3_000;

export type WalletReceipt = ListedReceipt & { card: StoredCard };

/** The receipts of all cards, newest first; the newest hundred are polled every few seconds. */
export function useReceipts(cards: StoredCard[]) {
  return useQueries({
    queries: cards.map((card) => {
      const queryKey = walletKeys.receipts(card.cardId);
      return {
        queryKey,
        queryFn: async ({ client, signal }: QueryFunctionContext) => {
          const newest = await listCardReceipts(card, { signal });
          return addNewest(client.getQueryData<KnownReceipts>(queryKey), newest);
        },
        refetchInterval: POLL_INTERVAL_MS,
        // The next poll is the retry, so that an outage is shown at once.
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
            if (!card) return [];
            return countRefunds(data?.receipts ?? []).map((receipt) => ({ ...receipt, card }));
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
          const page = await listCardReceipts(card, { cursor });
          client.setQueryData<KnownReceipts>(queryKey, (known) => known && addOlder(known, page));
        }),
      );
    },
  });
}

/** One receipt of the cards, searched for page by page. */
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
    /** The sale of a refund, and the refunds of a sale, as far as they are known. */
    related: newest.receipts.filter(
      (one) => one.paymentId === receipt?.refundOf || one.refundOf === paymentId,
    ),
    error: newest.error ?? older.error,
    isPending: newest.isPending || (isFurtherBack && !isError),
    refetch: () => {
      reset();
      newest.refetch();
    },
  };
}

/** Asks for consent and opens the receipt on this device; it stays in memory until a reload. */
export function useOpenReceipt() {
  const { confirm, keepOpened } = useWallet();
  return useMutation({
    networkMode: "always",
    mutationFn: async ({ card, kind, paymentId, keyId }: WalletReceipt) => {
      if (keyId === null) throw new WalletError("nothing_to_open");
      // Before asking for consent: none could open it here.
      if (!card.keys.some((key) => key.keyId === keyId)) throw new WalletError("other_key");

      const { cardId, environment } = card;
      const receipt = await confirm(
        {
          title: kind === "refund" ? "Open this credit note?" : "Open this receipt?",
          why: "Your confirmation unlocks the key on this device and opens one receipt, once.",
        },
        (consent, observe) =>
          openWithConsent({ cardId, paymentId, keyId }, { consent, environment, observe }),
      );
      keepOpened(paymentId, receipt);
      return receipt;
    },
  });
}
