import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { describeKept, forgetReceipt, stopKeeping } from "#lib/wallet/kept-state.ts";
import type { WalletReceipt } from "./use-receipts.ts";
import { useWallet, walletKeys } from "./wallet-state.ts";

/** Whether opened receipts are kept on this device, and which are. */
export function useKept() {
  const { data, isPending } = useQuery({
    queryKey: walletKeys.kept,
    queryFn: describeKept,
    select: ({ isOn, ids }) => ({ isOn, ids: new Set(ids) }),
    retry: false,
    networkMode: "always",
  });
  return { ...(data ?? nothingKept), isPending };
}

const nothingKept = { isOn: false, ids: new Set<string>() };

/** Turns keeping on, and keeps those of the receipts that are open. */
export function useStartKeeping(receipts: readonly WalletReceipt[]) {
  const { confirm, opened } = useWallet();
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: async () => {
      const { startKeeping } = await import("#lib/wallet/kept-receipts.ts");
      const keepable = receipts.flatMap(({ card: { cardId }, paymentId }) => {
        const receipt = opened.get(paymentId);
        return receipt ? [{ cardId, paymentId, receipt }] : [];
      });
      await confirm(
        {
          title: "Keep opened receipts?",
          why: "Your confirmation locks their key on this device.",
        },
        (consent, observe) => startKeeping(keepable, { consent, observe }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: walletKeys.kept }),
  });
}

export function useStopKeeping() {
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: stopKeeping,
    onSettled: () => client.invalidateQueries({ queryKey: walletKeys.kept }),
  });
}

export function useForgetReceipt() {
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: forgetReceipt,
    onSettled: () => client.invalidateQueries({ queryKey: walletKeys.kept }),
  });
}

/** Opens all that is kept, with one confirmation and without the service. */
export function useOpenKept() {
  const { confirm, keepOpened } = useWallet();
  return useMutation({
    networkMode: "always",
    mutationFn: async () => {
      const { openKept } = await import("#lib/wallet/kept-receipts.ts");
      const receipts = await confirm(
        {
          title: "Open your kept receipts?",
          why: "They are on this device: the service gives no access to them, and does not see which you open.",
        },
        (consent, observe) => openKept({ consent, observe }),
      );
      keepOpened(receipts);
      return receipts.length;
    },
  });
}
