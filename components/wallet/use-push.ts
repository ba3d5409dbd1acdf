import { useQuery } from "@tanstack/react-query";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { useWalletSession } from "./use-wallet-session.ts";
import { walletKeys } from "./wallet-state.ts";

/** Where this browser is told of new receipts: of those of cards that were added since, too. */
export function useRenewedPush(cards: StoredCard[]): void {
  const { isPending: isAsking } = useWalletSession();
  const userIds = cards.flatMap(({ userId }) => userId ?? []);
  useQuery({
    queryKey: walletKeys.renewedPush(userIds),
    queryFn: async () => {
      const { renewPush } = await import("#lib/wallet/push.ts");
      await renewPush(cards);
      return true;
    },
    enabled: () => !isAsking && "Notification" in window && Notification.permission === "granted",
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: "always",
  });
}
