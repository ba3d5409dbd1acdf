import { useMutation } from "@tanstack/react-query";
import { openWithConsent } from "#lib/wallet/open-receipt.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import type { WalletReceipt } from "./use-receipts.ts";
import { useWallet } from "./wallet-state.ts";

/** Asks for consent and opens the receipt on this device; it stays in memory until a reload. */
export function useOpenReceipt() {
  const { confirm, keepOpened } = useWallet();
  return useMutation({
    networkMode: "always",
    mutationFn: async ({ card, paymentId, keyId }: WalletReceipt) => {
      if (keyId === null) throw new WalletError("nothing_to_open");
      // Before anybody is asked for a finger: no consent could open it here.
      if (!card.keys.some((key) => key.keyId === keyId)) throw new WalletError("other_key");

      const { cardId, environment } = card;
      const receipt = await confirm(
        {
          title: "Open this receipt?",
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
