import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { StoredPairing } from "#lib/wallet/device-store.ts";
import {
  askForCode,
  cancelPairing,
  checkPairing,
  joinCard,
  startPairing,
} from "#lib/wallet/pair-device.ts";
import { findPairing } from "#lib/wallet/pairings.ts";
import { useWallet, walletKeys } from "./wallet-state.ts";

const POLL_INTERVAL_MS = 3000;

/** What this device has asked its bank for; null if nothing. */
export function usePairing() {
  return useQuery({
    queryKey: walletKeys.pairing,
    queryFn: findPairing,
    retry: false,
    networkMode: "always",
  });
}

/** What became of it, until that is final. */
export function usePairingState(pairing: StoredPairing) {
  const client = useQueryClient();
  return useQuery({
    queryKey: walletKeys.pairingState(pairing.pairingId),
    queryFn: async () => {
      const found = await checkPairing(pairing);
      if (found.state === "paired") {
        await client.invalidateQueries({ queryKey: walletKeys.cards });
      }
      return found;
    },
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.state === "pending" ? POLL_INTERVAL_MS : false,
    retry: false,
    networkMode: "always",
  });
}

/** A first code, or another one for the key that is here. */
export function useAskForCode() {
  const t = useTranslate();
  const { confirm, environment, play } = useWallet();
  const refresh = useRefresh();
  return useMutation({
    networkMode: "always",
    mutationFn: async (pairing: StoredPairing | null) => {
      if (pairing) {
        await play(t("Get another code"), (observe) => askForCode(pairing, observe));
        return;
      }
      await confirm(
        {
          title: t("Create a key for this phone?"),
          why: t(
            "Your confirmation locks it in this wallet. Your bank gets the public half alone.",
          ),
        },
        (consent, observe) => startPairing({ consent, environment, observe }),
      );
    },
    onSettled: refresh,
  });
}

export function useCancelPairing() {
  const refresh = useRefresh();
  return useMutation({
    networkMode: "always",
    mutationFn: (pairing: StoredPairing) => cancelPairing(pairing),
    onSettled: refresh,
  });
}

/** Adds the new key to a card that is here already. */
export function useJoinCard() {
  const t = useTranslate();
  const { confirm } = useWallet();
  const refresh = useRefresh();
  return useMutation({
    networkMode: "always",
    mutationFn: async (cardId: string) =>
      await confirm(
        {
          title: t("Add the new key to your card?"),
          why: t("The card is in this wallet already. New receipts are sealed to the new key."),
        },
        (consent, observe) => joinCard(cardId, { consent, observe }),
      ),
    onSettled: refresh,
  });
}

function useRefresh() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: walletKeys.pairing, exact: true }),
      client.invalidateQueries({ queryKey: walletKeys.cards }),
    ]);
  };
}
