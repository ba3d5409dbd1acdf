import { useQuery } from "@tanstack/react-query";
import { listCards } from "#lib/wallet/cards.ts";
import { walletKeys } from "#lib/wallet/query-keys.ts";

export function useCards() {
  return useQuery({
    queryKey: walletKeys.cards,
    queryFn: listCards,
    retry: false,
    // They stand on this device: no network is needed to read them.
    networkMode: "always",
  });
}
