import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SeenReceipt } from "#lib/wallet/device-store.ts";
import { isNew, listSeen, markSeen } from "#lib/wallet/known-lists.ts";
import type { WalletReceipt } from "./use-receipts.ts";
import { walletKeys } from "./wallet-state.ts";

/** Which receipts are new to this device, which were opened on it, and how they are marked as seen. */
export function useSeen() {
  const client = useQueryClient();
  const { data: seen, isPending } = useQuery({
    queryKey: walletKeys.seen,
    queryFn: listSeen,
    select: toMap,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: "always",
  });
  const { mutate } = useMutation({
    networkMode: "always",
    mutationFn: async (receipts: readonly WalletReceipt[]) =>
      await markSeen(receipts.map(({ card: { cardId }, paymentId }) => ({ cardId, paymentId }))),
    onSettled: () => client.invalidateQueries({ queryKey: walletKeys.seen }),
  });
  return {
    /** Until it is loaded, nothing counts as new. */
    isPending,
    isNew: (receipt: WalletReceipt) => seen !== undefined && isNew(receipt, receipt.card, seen),
    /** When it was last opened here; undefined if never. */
    openedAt: ({ paymentId }: WalletReceipt) => seen?.get(paymentId)?.openedAt,
    /** Whether something contradicted it then. */
    hadAlarm: ({ paymentId }: WalletReceipt) => seen?.get(paymentId)?.hadAlarm === true,
    markSeen: mutate,
  };
}

function toMap(seen: SeenReceipt[]): ReadonlyMap<string, SeenReceipt> {
  return new Map(seen.map((one) => [one.paymentId, one]));
}
