import {
  type QueryFunctionContext,
  replaceEqualDeep,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslate } from "#components/ui/use-translate.ts";
import { getCard } from "#lib/wallet/cards.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { readLists, saveList } from "#lib/wallet/known-lists.ts";
import type { KnownReceipts, ListedReceipt } from "#lib/wallet/listed-receipt.ts";
import { findOpeningKey } from "#lib/wallet/opening-key.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { OPENING_QUESTION } from "./consent-words.ts";
import { addNewest, addOlder, countRefunds, knownSince, placeOf } from "./known-receipts.ts";
import { pauseBeforePoll } from "./poll-pause.ts";
import { offerKeeping, useKept, useShowKept } from "./use-kept.ts";
import { useWalletSession } from "./use-wallet-session.ts";
import { useWallet, walletKeys } from "./wallet-state.ts";

const pageOpenedAt = Date.now();

export type WalletReceipt = ListedReceipt & { card: StoredCard };

/** The lists of receipts that this device kept from the last visit. */
export function useKnownLists() {
  return useQuery({
    queryKey: walletKeys.lists,
    queryFn: readLists,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: "always",
  });
}

/**
 * The receipts of all cards, newest first: at first as this device kept them, then as the service lists them. The
 * newest hundred are polled.
 */
export function useReceipts(cards: StoredCard[]) {
  const lists = useKnownLists().data;
  const { isPending: isAsking } = useWalletSession();
  return useQueries({
    queries: cards.map((card) => {
      const queryKey = walletKeys.receipts(card.cardId);
      return {
        queryKey,
        queryFn: async ({ client, signal }: QueryFunctionContext) => {
          const known = client.getQueryData<KnownReceipts>(queryKey);
          const { listCardReceipts } = await import("#lib/wallet/list-receipts.ts");
          const list = addNewest(known, await listCardReceipts(card, { signal }));
          if (replaceEqualDeep(known, list) !== known) await keepList(card.cardId, list);
          return list;
        },
        enabled: !isAsking,
        initialData: () => lists?.get(card.cardId),
        // The kept list may be old, so the service is asked right away.
        initialDataUpdatedAt: 0,
        refetchInterval: ({ state }: { state: PollState }) =>
          pauseBeforePoll({
            answeredAt: Math.max(state.dataUpdatedAt, pageOpenedAt),
            failedAt: state.error === null ? 0 : state.errorUpdatedAt,
          }),
        refetchOnReconnect: true,
        // No retry before the next poll, so that an outage shows immediately.
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
          .filter((receipt) => since === undefined || placeOf(receipt) >= since)
          .toSorted((a, b) => (a.createdAt > b.createdAt ? -1 : 1)),
        refetch: () => {
          for (const { refetch } of results) void refetch();
        },
      };
    },
  });
}

type PollState = { dataUpdatedAt: number; errorUpdatedAt: number; error: Error | null };

/** A full disk must not keep the list from being shown. */
async function keepList(cardId: string, list: KnownReceipts): Promise<void> {
  await saveList(cardId, list).catch(() => undefined);
}

/** Loads the next page of every card that has one. */
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
          const { listCardReceipts } = await import("#lib/wallet/list-receipts.ts");
          const page = await listCardReceipts(card, { cursor });
          // A running poll would overwrite this with the list that it started from.
          await client.cancelQueries({ queryKey });
          client.setQueryData<KnownReceipts>(queryKey, (known) => known && addOlder(known, page));
          const list = client.getQueryData<KnownReceipts>(queryKey);
          if (list) await keepList(card.cardId, list);
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

/** Asks for consent and opens the receipt on this device; where it is not kept, until a reload. */
export function useOpenReceipt() {
  const t = useTranslate();
  const { confirm, keepOpened, opened } = useWallet();
  const { ids: kept, keeping } = useKept();
  const showKept = useShowKept();
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: async ({ card, kind, paymentId, ...listed }: WalletReceipt) => {
      if (listed.keyId === null) throw new WalletError("nothing_to_open");
      const { cardId, environment } = card;
      // Checked before asking for consent. Read again, since another tab may have added the key.
      const keyId = findOpeningKey(await getCard(cardId), listed);
      if (keyId === undefined) throw new WalletError("other_key");
      const { openWithConsent } = await import("#lib/wallet/receipts.ts");
      const { choice, read } = offerKeeping(keeping, t);
      const receipt = await confirm(
        {
          ...OPENING_QUESTION,
          title: t(kind === "refund" ? "Open this credit note?" : OPENING_QUESTION.title),
          why: t(OPENING_QUESTION.why),
          choice,
        },
        (consent, observe) =>
          openWithConsent(
            { cardId, paymentId, keyId, sealedAt: listed.sealedAt },
            { consent, environment, observe, keeps: read() },
          ),
      );
      keepOpened([[paymentId, receipt]]);
      // The same consent has unlocked the key of what is kept.
      const isLocked = [...kept].some((id) => !opened.has(id));
      if (isLocked) await showKept().catch(() => undefined);
      return receipt;
    },
    onSettled: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: walletKeys.kept }),
        client.invalidateQueries({ queryKey: walletKeys.seen }),
      ]);
    },
  });
}
