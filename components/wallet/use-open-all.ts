import { useQueryClient } from "@tanstack/react-query";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { Progress } from "#lib/wallet/open-all.ts";
import { findOpeningKey } from "#lib/wallet/opening-key.ts";
import type { ReceiptReference } from "#lib/wallet/receipts.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { OPENS_EACH_ONCE } from "./consent-words.ts";
import { offerKeeping, useKept, useShowKept } from "./use-kept.ts";
import type { WalletReceipt } from "./use-receipts.ts";
import { useSeen } from "./use-seen.ts";
import { type OpeningRun, useWallet, walletKeys } from "./wallet-state.ts";

/** What one confirmation opens at most. */
export const MAX_OPENED = 100;

/** The receipts that this device can open and never has. Those that were tried in vain are left to their own screens. */
export function useUnopened(receipts: readonly WalletReceipt[]): WalletReceipt[] {
  const { opened, openingRun } = useWallet();
  const { ids: kept } = useKept();
  const { openedAt } = useSeen();
  const failed = new Set(openingRun?.failed.map(({ paymentId }) => paymentId));
  return receipts.filter(
    (receipt) =>
      receipt.receiptStatus === "sealed" &&
      !opened.has(receipt.paymentId) &&
      !kept.has(receipt.paymentId) &&
      !failed.has(receipt.paymentId) &&
      openedAt(receipt) === undefined &&
      findOpeningKey(receipt.card, receipt) !== undefined,
  );
}

/** Asks for consent once and opens the receipts; `openingRun` of the wallet says how far it is. */
export function useOpenAll(): (receipts: readonly WalletReceipt[]) => Promise<void> {
  const t = useTranslate();
  const { confirm, keepOpened, openingRun, play, setOpeningRun } = useWallet();
  const { keeping } = useKept();
  const showKept = useShowKept();
  const client = useQueryClient();

  async function open(receipts: readonly WalletReceipt[]): Promise<void> {
    const { openHeldVault } = await import("#lib/wallet/held-vault.ts");
    const { openAll } = await import("#lib/wallet/open-all.ts");
    const { choice, read } = offerKeeping(keeping, t);
    const title = t.count(receipts.length, "Open 1 receipt?", "Open {count} receipts?");
    const consent = await confirm(
      { title, why: t(OPENS_EACH_ONCE), verb: "open", choice },
      (given, observe) => openHeldVault({ consent: given, observe }),
    );
    const stop = new AbortController();
    setOpeningRun({
      state: "running",
      total: receipts.length,
      opened: 0,
      failed: openingRun?.failed ?? [],
      stop: () => stop.abort(),
    });
    await play(t("Open new receipts"), async (observe) => {
      await openAll(receipts.flatMap(toReference), {
        consent,
        keeps: read(),
        // A hundred envelopes would be all that the page shows.
        observe: (step) => step.kind !== "envelope_received" && observe(step),
        stop: stop.signal,
        onProgress: (progress) => {
          if (progress.kind === "opened") keepOpened([[progress.paymentId, progress.receipt]]);
          setOpeningRun((run) => run && advance(run, progress));
        },
      });
    }).finally(() => consent.vault.forget());
    setOpeningRun((run) => run && { ...run, state: stop.signal.aborted ? "stopped" : "done" });
  }

  return async (receipts) => {
    const chosen = receipts.slice(0, MAX_OPENED);
    const before = { ...neverBegun, total: chosen.length };
    try {
      await open(chosen);
      await showKept().catch(() => undefined);
    } catch (error) {
      const isDeclined = error instanceof WalletError && error.reason === "consent_declined";
      if (!isDeclined) setOpeningRun((run) => ({ ...(run ?? before), state: "failed", error }));
    } finally {
      await Promise.all([
        client.invalidateQueries({ queryKey: walletKeys.kept }),
        client.invalidateQueries({ queryKey: walletKeys.seen }),
      ]);
    }
  };
}

const neverBegun = { opened: 0, failed: [], stop: () => undefined };

function toReference({ card, paymentId, sealedAt, ...listed }: WalletReceipt): ReceiptReference[] {
  const keyId = findOpeningKey(card, listed);
  return keyId === undefined ? [] : [{ cardId: card.cardId, paymentId, keyId, sealedAt }];
}

function advance(run: OpeningRun, progress: Progress): OpeningRun {
  if (progress.kind === "waiting") return { ...run, waitingUntil: progress.until };
  const { paymentId } = progress;
  if (progress.kind === "opened") return { ...run, opened: run.opened + 1 };
  return { ...run, failed: [...run.failed, { paymentId, reason: progress.reason }] };
}
