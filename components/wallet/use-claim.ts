import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslate } from "#components/ui/use-translate.ts";
import { claimReceipt } from "#lib/wallet/claim-receipt.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { listCardReceipts } from "#lib/wallet/list-receipts.ts";
import type { KnownReceipts } from "#lib/wallet/listed-receipt.ts";
import { forgetClaim } from "#lib/wallet/pending-claim.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { useWallet, walletKeys } from "./wallet-state.ts";

type Claim = { code: string; card: StoredCard };

/** Claims a receipt by its code. `isWaiting` while its payment is not complete and the wallet tries again by itself. */
export function useClaim() {
  const t = useTranslate();
  const { play } = useWallet();
  const client = useQueryClient();
  const [isWaiting, setWaiting] = useState(false);
  const abort = useRef<AbortController>(undefined);
  // Nothing is claimed behind the back of someone who has left this screen.
  useEffect(() => () => abort.current?.abort(new WalletError("claim_waiting")), []);

  const claim = useMutation({
    networkMode: "always",
    mutationFn: async ({ code, card }: Claim) => {
      abort.current?.abort(new WalletError("claim_waiting"));
      abort.current = new AbortController();
      const { signal } = abort.current;
      const queryKey = walletKeys.receipts(card.cardId);
      const known = client.getQueryData<KnownReceipts>(queryKey)?.receipts ?? [];
      const [listed, claimed] = await play(t("Add a receipt"), async (observe) => {
        // A repeated claim gets the same answer as the first, so only the list before it tells them apart.
        const { receipts } = await listCardReceipts(card, { observe, signal });
        const onWaiting = () => setWaiting(true);
        return [
          receipts,
          await claimReceipt({ code, card }, { observe, signal, onWaiting }),
        ] as const;
      });
      forgetClaim(code);
      await client.invalidateQueries({ queryKey });
      const wasHere = [...known, ...listed].some((one) => one.paymentId === claimed.paymentId);
      return { ...claimed, wasHere };
    },
    onSettled: (_, error, { code }) => {
      setWaiting(false);
      // Stays in the field, where a typing mistake can be corrected.
      if (error instanceof WalletError && error.reason === "claim_unknown") forgetClaim(code);
    },
  });
  return {
    ...claim,
    isWaiting,
    stopWaiting: () => abort.current?.abort(new WalletError("claim_waiting")),
  };
}
