import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { Translate } from "#lib/languages/translate.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import {
  describeKept,
  forgetReceipt,
  type KeptState,
  stopKeeping,
} from "#lib/wallet/kept-state.ts";
import { KEEPING_CHOICE } from "./consent-words.ts";
import { type ConsentChoice, useWallet, walletKeys } from "./wallet-state.ts";

/** Whether opened receipts are kept on this device, and which are. */
export function useKept() {
  const { data, isPending } = useQuery({
    queryKey: walletKeys.kept,
    queryFn: describeKept,
    select: toKept,
    retry: false,
    networkMode: "always",
  });
  return { ...(data ?? nothingKept), isPending };
}

function toKept({ keeping, ids }: KeptState) {
  return { keeping, isOn: keeping === "on", ids: new Set(ids) };
}

const nothingKept = toKept({ keeping: "off", ids: [] });

/**
 * The choice that goes with a consent to open: whether to keep what is opened. It is made once, and can be changed
 * under Security.
 */
export function offerKeeping(
  keeping: KeptState["keeping"],
  t: Translate,
): {
  choice: ConsentChoice | undefined;
  /** Undefined where it was not asked. */
  read: () => boolean | undefined;
} {
  if (keeping !== "unasked") return { choice: undefined, read: () => undefined };
  let keeps = true;
  const onChange = (checked: boolean) => {
    keeps = checked;
  };
  return {
    choice: { label: t(KEEPING_CHOICE.label), hint: t(KEEPING_CHOICE.hint), onChange },
    read: () => keeps,
  };
}

/** Shows all that is kept, with the key that the last consent has unlocked. */
export function useShowKept() {
  const { keepAnnotations, keepOpened } = useWallet();
  return useCallback(async () => {
    const { readKept } = await import("#lib/wallet/kept-receipts.ts");
    const { readAnnotations } = await import("#lib/wallet/annotations.ts");
    const [receipts, annotations] = await Promise.all([readKept(), readAnnotations()]);
    keepAnnotations(annotations);
    keepOpened(receipts);
  }, [keepAnnotations, keepOpened]);
}

type OnCard = { paymentId: string; card: Pick<StoredCard, "cardId"> };

/** Turns keeping on, and keeps those of the receipts that are open. */
export function useStartKeeping(receipts: readonly OnCard[]) {
  const t = useTranslate();
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
          title: t("Keep opened receipts?"),
          why: t("Your confirmation locks their key on this device."),
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
  const t = useTranslate();
  const { confirm, keepAnnotations, keepOpened } = useWallet();
  return useMutation({
    networkMode: "always",
    mutationFn: async () => {
      const { openKept } = await import("#lib/wallet/kept-receipts.ts");
      const { readAnnotations } = await import("#lib/wallet/annotations.ts");
      const receipts = await confirm(
        {
          title: t("Open your kept receipts?"),
          why: t(
            "They are on this device: the service gives no access to them, and does not see which you open.",
          ),
        },
        (consent, observe) => openKept({ consent, observe }),
      );
      keepAnnotations(await readAnnotations());
      keepOpened(receipts);
      return receipts.length;
    },
  });
}
