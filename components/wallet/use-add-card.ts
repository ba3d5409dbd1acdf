import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addCard } from "#lib/wallet/add-card.ts";
import { walletKeys } from "#lib/wallet/query-keys.ts";
import { useWallet } from "./wallet-state.ts";

/** The number goes no further than this call: its result and its cache do not hold it. */
export function useAddCard() {
  const { confirm, environment } = useWallet();
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    // What was given to a mutation stays in its cache as long as that lives: a function tells nothing.
    mutationFn: (readNumber: () => string) =>
      confirm(
        {
          title: "Add this card?",
          why: "Your confirmation opens the vault, where the card’s new key is kept.",
        },
        (consent, observe) => addCard(readNumber(), { consent, environment, observe }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: walletKeys.cards }),
  });
}
