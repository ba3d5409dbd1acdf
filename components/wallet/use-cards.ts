import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslate } from "#components/ui/use-translate.ts";
import { VISIT } from "#lib/accounts/contract-wallet.ts";
import type { KeyKind } from "#lib/crypto/recipient-key.ts";
import type { NewCard } from "#lib/wallet/add-card.ts";
import { arrangeCards, listCards, nameCard } from "#lib/wallet/cards.ts";
import { useWalletSession } from "./use-wallet-session.ts";
import { useWallet, walletKeys } from "./wallet-state.ts";

export function useCards() {
  return useQuery({
    queryKey: walletKeys.cards,
    queryFn: listCards,
    retry: false,
    // Stored on this device, so no network is needed.
    networkMode: "always",
  });
}

/** A typed number stays within this call: neither the result nor the cache holds it. */
export function useAddCard() {
  const t = useTranslate();
  const { confirm, environment } = useWallet();
  const isVisit = useWalletSession().data?.visitor === "visit";
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    // The cache keeps the variables of a mutation, so it gets a function instead of the number.
    mutationFn: async (readCard: () => NewCard & { keyKind: KeyKind }) => {
      const { addCard } = await import("#lib/wallet/add-card.ts");
      const session = isVisit ? VISIT : undefined;
      return await confirm(
        {
          title: t("Add this card?"),
          why: t("Your confirmation unlocks this wallet, where the card’s new key is kept."),
        },
        (consent, observe) => {
          const { keyKind, ...card } = readCard();
          return addCard(card, { consent, keyKind, environment, session, observe });
        },
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: walletKeys.cards }),
  });
}

export function useRotateCardKey(cardId: string) {
  const t = useTranslate();
  const { confirm, environment } = useWallet();
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: async (keyKind: KeyKind) => {
      const { rotateCardKey } = await import("#lib/wallet/rotate-card-key.ts");
      return await confirm(
        {
          title: t("Create a new key?"),
          why: t("New receipts are sealed to it. The old key stays here for older ones."),
        },
        (consent, observe) => rotateCardKey(cardId, { consent, keyKind, environment, observe }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: walletKeys.cards }),
  });
}

export function useNameCard(cardId: string) {
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (name: string) => nameCard(cardId, name),
    onSettled: () => client.invalidateQueries({ queryKey: walletKeys.cards }),
  });
}

export function useArrangeCards() {
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (cardIds: readonly string[]) => arrangeCards(cardIds),
    onSettled: () => client.invalidateQueries({ queryKey: walletKeys.cards }),
  });
}

export function useDropKey(cardId: string) {
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: async (keyId: string) => {
      const { dropKey } = await import("#lib/wallet/rotate-card-key.ts");
      return await dropKey(cardId, keyId);
    },
    onSettled: () => client.invalidateQueries({ queryKey: walletKeys.cards }),
  });
}
