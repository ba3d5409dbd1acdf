import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { OPENING_QUESTION } from "#components/wallet/consent-words.ts";
import { useClaim } from "#components/wallet/use-claim.ts";
import { useWallet, walletKeys } from "#components/wallet/wallet-state.ts";
import { VISIT } from "#lib/accounts/contract-wallet.ts";
import { addHashedCard, finishHashedCard } from "#lib/wallet/add-card.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { createHeldVault, openHeldVault } from "#lib/wallet/held-vault.ts";
import type { AnyConsent, HeldConsent, NewConsent, Observe } from "#lib/wallet/observation.ts";
import { openWithConsent } from "#lib/wallet/receipts.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { type OwnPayment, useRefreshVisit } from "./use-visit.ts";
import type { OwnCard } from "./visit-card.ts";
import { addToRecord, type PinCall } from "./visit-record.ts";

/** `existing`: the wallet of this browser has a vault already, which asks in its own way. */
export type AddChoice = NewConsent | "existing";

/**
 * The wallet of a visit. One passkey or PIN is enough for the card and for its first receipt: the vault
 * stays open between the two, until the receipt is open or the page was hidden for a minute.
 */
export function useVisitWallet(
  card: OwnCard,
  { visitId, onEnded }: { visitId: string; onEnded: () => void },
) {
  const { environment, confirm, play, keepOpened } = useWallet();
  const client = useQueryClient();
  const refresh = useRefreshVisit();
  const [held, setHeld] = useState<HeldConsent>();

  function release(): void {
    held?.vault.forget();
    setHeld(undefined);
  }

  /** An answer that never came may have been a yes: once more with the same key is the same registration. */
  async function finishAdding(): Promise<void> {
    await finishHashedCard(card, { environment, session: VISIT }).catch(() => false);
    await showChanges();
  }

  async function showChanges(): Promise<void> {
    const { vault, cards } = walletKeys;
    // The key first: until the page knows it, a registered card looks like one of another device.
    await Promise.all([
      client.invalidateQueries({ queryKey: vault }),
      client.invalidateQueries({ queryKey: cards }),
    ]);
    await refresh();
  }

  async function register(
    observe: Observe,
    provide: (observe: Observe) => Promise<HeldConsent>,
  ): Promise<void> {
    const { pinCalls, listen } = listenForPinCalls(observe);
    const consent = await provide(listen);
    addToRecord(visitId, { registration: pinCalls });
    setHeld(consent);
    await addHeldCard(consent, observe);
  }

  async function addHeldCard(consent: HeldConsent, observe: Observe): Promise<void> {
    await addHashedCard(card, { consent, environment, session: VISIT, observe });
  }

  const add = useMutation({
    networkMode: "always",
    mutationFn: async (choice: AddChoice) => {
      // What failed after the vault was opened asks for nothing once more.
      if (held) return await play(ADDING, (observe) => addHeldCard(held, observe));
      if (choice !== "existing") {
        return await play(ADDING, (observe) =>
          register(observe, (listen) => createHeldVault({ consent: choice, observe: listen })),
        );
      }
      const why =
        "Your confirmation unlocks the wallet in this browser, where the new key is kept.";
      await confirm({ title: `${ADDING}?`, why }, (consent, observe) =>
        register(observe, (listen) => openHeldVault({ consent, observe: listen })),
      );
    },
    onError: notice,
    onSettled: finishAdding,
  });

  const open = useMutation({
    networkMode: "always",
    mutationFn: async ({ payment, mine }: { payment: OwnPayment; mine: StoredCard }) => {
      const { paymentId, keyId } = payment;
      if (keyId === null) throw new WalletError("nothing_to_open");
      const receipt = { cardId: mine.cardId, paymentId, keyId };
      const openWith = async (consent: AnyConsent, observe: Observe) => {
        const { pinCalls, listen } = listenForPinCalls(observe);
        const opened = await openWithConsent(receipt, { consent, environment, observe: listen });
        addToRecord(visitId, { openings: { [paymentId]: { method: consent.method, pinCalls } } });
        keepOpened([[paymentId, opened]]);
      };
      await (held
        ? play(OPENING, (observe) => openWith(held, observe))
        : confirm(OPENING_QUESTION, openWith));
      release();
    },
    onError: notice,
    onSettled: showChanges,
  });

  /** A vault that was forgotten, or erased in another tab, must be opened again; a visit that has ended is over. */
  function notice(error: Error): void {
    const reason = error instanceof WalletError ? error.reason : undefined;
    if (reason === "key_forgotten" || reason === "vault_damaged") release();
    if (reason === "signed_out") onEnded();
  }

  const claim = useClaim();
  return { add, open, claim, showChanges, heldMethod: held?.method };
}

/** Passes everything on, and keeps what a PIN asks of the service. */
function listenForPinCalls(observe: Observe): { pinCalls: PinCall[]; listen: Observe } {
  const pinCalls: PinCall[] = [];
  return {
    pinCalls,
    listen: (observation) => {
      observe(observation);
      if (observation.kind !== "called" || !observation.path.startsWith("/api/wallet/pins")) return;
      pinCalls.push({ path: observation.path, sent: observation.sent });
    },
  };
}

const ADDING = "Add this card";
const OPENING = "Open this receipt";

export type VisitWallet = ReturnType<typeof useVisitWallet>;
