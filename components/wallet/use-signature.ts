import { useQuery } from "@tanstack/react-query";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { walletKeys } from "./wallet-state.ts";

type Signed = {
  paymentId: string;
  receipt: OpenedReceipt | undefined;
  /** Of the card, once that is known. */
  environment: AnyEnvironment | undefined;
};

/**
 * Whether the merchant signed what an opened receipt says, and whether this wallet knows the key; undefined without a
 * signature, or until it is checked.
 */
export function useSignature({ paymentId, receipt, environment }: Signed) {
  const { data } = useQuery({
    queryKey: walletKeys.signature(paymentId, environment),
    queryFn: async () => {
      if (!receipt) return null;
      const { checkSignature } = await import("#lib/wallet/check-signature.ts");
      const check = await checkSignature(receipt, { environment });
      if (check.state !== "valid") return check;
      const { recognizeSigner } = await import("#lib/wallet/signers.ts");
      const { thumbprint } = check;
      const { merchantName } = receipt;
      return { ...check, signer: await recognizeSigner({ thumbprint, merchantName, paymentId }) };
    },
    enabled: receipt?.merchantSignature !== undefined,
    // The receipt never changes, and everything needed is on this device.
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  return data ?? undefined;
}
