import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { OPENING_QUESTION } from "#components/wallet/consent-words.ts";
import { useWallet, walletKeys } from "#components/wallet/wallet-state.ts";
import { VISIT } from "#lib/accounts/contract-wallet.ts";
import { addHashedCard } from "#lib/wallet/add-card.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { createHeldVault, openHeldVault } from "#lib/wallet/held-vault.ts";
import type {
  AnyConsent,
  Consent,
  HeldConsent,
  NewConsent,
  Observe,
} from "#lib/wallet/observation.ts";
import { openWithConsent } from "#lib/wallet/receipts.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { type OwnPayment, useRefreshVisit } from "./use-visit.ts";
import type { OwnCard } from "./visit-card.ts";

/** How the receipt was consented to, as the service was told. */
export type VisitConsent = Consent["method"];

/** `existing`: the wallet of this browser has a vault already, which asks in its own way. */
export type AddChoice = NewConsent | "existing";

/**
 * The wallet of a visit. One passkey or PIN is enough for the card and for its first receipt: the vault
 * stays open between the two, until the receipt is open or the page was hidden for a minute.
 */
export function useVisitWallet(card: OwnCard, { onEnded }: { onEnded: () => void }) {
  const { environment, confirm, play, keepOpened } = useWallet();
  const client = useQueryClient();
  const refresh = useRefreshVisit();
  const [held, setHeld] = useState<HeldConsent>();

  function release(): void {
    held?.vault.forget();
    setHeld(undefined);
  }

  async function finish(): Promise<void> {
    const { vault, cards } = walletKeys;
    // The key first: until the page knows it, a registered card looks like one of another device.
    await Promise.all([
      client.invalidateQueries({ queryKey: vault }),
      client.invalidateQueries({ queryKey: cards }),
    ]);
    await refresh();
  }

  async function register(consent: HeldConsent, observe: Observe): Promise<void> {
    setHeld(consent);
    await addHashedCard(card, { consent, environment, session: VISIT, observe });
  }

  const add = useMutation({
    networkMode: "always",
    mutationFn: async (choice: AddChoice) => {
      // What failed after the vault was opened asks for nothing once more.
      if (held) return await play(ADDING, (observe) => register(held, observe));
      if (choice !== "existing") {
        return await play(ADDING, async (observe) =>
          register(await createHeldVault({ consent: choice, observe }), observe),
        );
      }
      const why = "Your confirmation opens the vault of this browser, where the new key is kept.";
      await confirm({ title: `${ADDING}?`, why }, async (consent, observe) =>
        register(await openHeldVault({ consent, observe }), observe),
      );
    },
    onError: notice,
    onSettled: finish,
  });

  const open = useMutation({
    networkMode: "always",
    mutationFn: async ({ payment, mine }: { payment: OwnPayment; mine: StoredCard }) => {
      const { paymentId, keyId } = payment;
      if (keyId === null) throw new WalletError("nothing_to_open");
      const receipt = { cardId: mine.cardId, paymentId, keyId };
      const openWith = async (consent: AnyConsent, observe: Observe) => {
        const opened = await openWithConsent(receipt, { consent, environment, observe });
        keepOpened([[paymentId, opened]]);
        return consent.method;
      };
      const method = held
        ? await play(OPENING, (observe) => openWith(held, observe))
        : await confirm(OPENING_QUESTION, openWith);
      release();
      return method;
    },
    onError: notice,
    onSettled: finish,
  });

  /** A vault that was forgotten must be asked for again; a visit that has ended is over. */
  function notice(error: Error): void {
    const reason = error instanceof WalletError ? error.reason : undefined;
    if (reason === "key_forgotten") release();
    if (reason === "signed_out") onEnded();
  }

  return { add, open, heldMethod: held?.method };
}

const ADDING = "Add this card";
const OPENING = "Open this receipt";

export type VisitWallet = ReturnType<typeof useVisitWallet>;
