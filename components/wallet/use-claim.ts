import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { claimReceipt } from "#lib/wallet/claim-receipt.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import type { KnownReceipts } from "#lib/wallet/listed-receipt.ts";
import { forgetClaim } from "#lib/wallet/pending-claim.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { useWallet, walletKeys } from "./wallet-state.ts";

type Claim = { code: string; card: StoredCard };

/** Claims a receipt by its code. `isWaiting` while its payment is not complete and the wallet tries again by itself. */
export function useClaim() {
  const { play } = useWallet();
  const client = useQueryClient();
  const [isWaiting, setWaiting] = useState(false);
  const abort = useRef<AbortController>(undefined);
  // Nothing is claimed behind the back of someone who has left this screen.
  useEffect(() => () => abort.current?.abort(new WalletError("claim_waiting")), []);

  const claim = useMutation({
    networkMode: "always",
    mutationFn: async ({ code, card }: Claim) => {
      const queryKey = walletKeys.receipts(card.cardId);
      const before = client.getQueryData<KnownReceipts>(queryKey)?.receipts ?? [];
      abort.current = new AbortController();
      const { signal } = abort.current;
      const claimed = await play("Add a receipt", (observe) =>
        claimReceipt({ code, card }, { observe, signal, onWaiting: () => setWaiting(true) }),
      );
      forgetClaim();
      await client.invalidateQueries({ queryKey });
      return { ...claimed, wasHere: before.some((one) => one.paymentId === claimed.paymentId) };
    },
    onSettled: (_, error) => {
      setWaiting(false);
      // Stays in the field, where a typing mistake can be corrected.
      if (error instanceof WalletError && error.reason === "claim_unknown") forgetClaim();
    },
  });
  return {
    ...claim,
    isWaiting,
    stopWaiting: () => abort.current?.abort(new WalletError("claim_waiting")),
  };
}
