import { useEffect } from "react";
import type { WalletReceipt } from "./use-receipts.ts";
import type { useVerdict } from "./use-verdict.ts";
import { useWallet } from "./wallet-state.ts";

/** Tells "Behind the scenes" where the receipt was sealed, unless the wallet doubts what the service lists of it. */
export function useShownSeal(
  receipt: WalletReceipt | undefined,
  checked: ReturnType<typeof useVerdict>,
): void {
  const { showSeal } = useWallet();
  const isDoubted =
    !checked || checked.alarms.length > 0 || checked.verdict?.seal.state === "unclaimed";
  const sealedAt = isDoubted ? undefined : receipt?.sealedAt;
  const escrow = receipt && escrows[receipt.keyKind];
  useEffect(() => {
    showSeal(sealedAt && { sealedAt, escrow });
    return () => showSeal(undefined);
  }, [sealedAt, escrow, showSeal]);
}

const escrows = { cardholder: "skipped", escrow: "ended" } as const;
