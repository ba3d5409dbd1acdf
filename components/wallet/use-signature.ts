import { hashKey, type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { walletKeys } from "./wallet-state.ts";

type Signed = {
  paymentId: string;
  receipt: OpenedReceipt | undefined;
  /** Of the card, once that is known. */
  environment: AnyEnvironment | undefined;
  /** When the service says that it was created, once that is known. */
  receiptAt: string | undefined;
};

/**
 * Whether the merchant signed what an opened receipt says, and whether this wallet knows the key; undefined without a
 * signature, or until it is checked.
 */
export function useSignature({ paymentId, receipt, environment, receiptAt }: Signed) {
  const client = useQueryClient();
  const queryKey = walletKeys.signature(paymentId, { environment, receiptAt });
  const { data } = useQuery({
    queryKey,
    queryFn: async () => {
      if (!receipt) return null;
      const { checkSignature } = await import("#lib/wallet/check-signature.ts");
      const check = await checkSignature(receipt, { environment });
      if (check.state !== "valid") return check;
      const { recognizeSigner } = await import("#lib/wallet/signers.ts");
      const { thumbprint } = check;
      const { merchantName } = receipt;
      const signed = { thumbprint, merchantName, paymentId, receiptAt };
      // A newer receipt that was opened before is no longer the first of its shop.
      const signer = await recognizeSigner(signed, () => {
        const isOther = (query: Query) => query.queryHash !== hashKey(queryKey);
        void client.invalidateQueries({ queryKey: walletKeys.signatures, predicate: isOther });
      });
      return { ...check, signer };
    },
    enabled: receipt?.merchantSignature !== undefined,
    // The receipt never changes, and everything needed is on this device.
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  return data ?? undefined;
}
