import { useMutation, useQueryClient } from "@tanstack/react-query";
import { walletKeys } from "#lib/wallet/query-keys.ts";
import { rotateCardKey } from "#lib/wallet/rotate-card-key.ts";
import { useWallet } from "./wallet-state.ts";

export function useRotateKey(cardId: string) {
  const { confirm, environment } = useWallet();
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: () =>
      confirm(
        {
          title: "Make a new key?",
          why: "Receipts from now on are sealed to it. The old key stays here for the old ones.",
        },
        (consent, observe) => rotateCardKey(cardId, { consent, environment, observe }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: walletKeys.cards }),
  });
}
