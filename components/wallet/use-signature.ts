import { useQuery } from "@tanstack/react-query";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { walletKeys } from "./wallet-state.ts";

/** Whether the merchant signed what an opened receipt says; undefined without a signature, or until it is checked. */
export function useSignature(paymentId: string, receipt: OpenedReceipt | undefined) {
  const { data } = useQuery({
    queryKey: walletKeys.signature(paymentId),
    queryFn: async () => {
      const { checkSignature } = await import("#lib/wallet/check-signature.ts");
      return receipt ? await checkSignature(receipt) : null;
    },
    enabled: receipt?.merchantSignature !== undefined,
    // The receipt never changes, and everything needed is on this device.
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  return data ?? undefined;
}
