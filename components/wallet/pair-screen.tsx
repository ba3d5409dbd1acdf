"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { recoverFocus } from "#components/ui/recover-focus.ts";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { StoredCard, StoredPairing } from "#lib/wallet/device-store.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { FailureNote } from "./failure-note.tsx";
import { OpeningWallet } from "./opening-wallet.tsx";
import { Paired } from "./paired.tsx";
import { PairingCode } from "./pairing-code.tsx";
import {
  useAskForCode,
  useCancelPairing,
  useJoinCard,
  usePairing,
  usePairingState,
} from "./use-pairing.ts";
import { WalletGate } from "./wallet-gate.tsx";
import { walletLink } from "./wallet-link.ts";

/** A new phone that asks the bank to let it take the place of a lost one. */
export function PairScreen() {
  return <WalletGate>{(cards) => <Pair cards={cards} />}</WalletGate>;
}

function Pair({ cards }: { cards: StoredCard[] }) {
  const t = useTranslate();
  const { data: pairing, error } = usePairing();
  const [cardId, setCardId] = useState<string>();
  const paired = cards.find((card) => card.cardId === cardId);
  if (paired) return <Paired card={paired} />;
  return (
    <div className="space-y-5">
      <Link
        {...walletLink("/wallet")}
        className="inline-flex min-h-11 items-center gap-2 text-sm font-medium text-pine hover:text-pine-deep"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {t("All receipts")}
      </Link>
      <h1 className="text-3xl font-medium tracking-tight text-balance">
        {t("Lost the old phone?")}
      </h1>
      <FailureNote error={error} />
      {pairing === undefined && !error ? <OpeningWallet /> : null}
      {pairing === null ? <Begin /> : null}
      {pairing ? <Asked key={pairing.pairingId} pairing={pairing} onPaired={setCardId} /> : null}
    </div>
  );
}

function Begin() {
  const t = useTranslate();
  const { mutate, error, isPending } = useAskForCode();
  return (
    <>
      <p className="text-pretty text-muted">
        {t(
          "Call your bank, or visit a branch. This phone creates a key of its own and shows a code. Tell your bank the code and eight words, and new receipts open here.",
        )}
      </p>
      <p className="text-pretty text-muted">
        {t(
          "Past receipts stay sealed to the lost phone’s key. A backup file or another device of yours opens them; your bank cannot, and neither can this service.",
        )}
      </p>
      {isDeclined(error) ? null : <FailureNote error={error} retry={() => mutate(null)} />}
      <Button pending={isPending} onClick={() => mutate(null)} className="w-full">
        {t("Get a code")}
      </Button>
    </>
  );
}

type AskedProps = { pairing: StoredPairing; onPaired: (cardId: string) => void };

function Asked({ pairing, onPaired }: AskedProps) {
  const t = useTranslate();
  const { data: found, error, refetch } = usePairingState(pairing);
  const cancel = useCancelPairing();
  const pairedId = found?.state === "paired" ? found.cardId : undefined;
  useEffect(() => {
    if (pairedId !== undefined) onPaired(pairedId);
  }, [pairedId, onPaired]);
  // The button that asked for the code is gone.
  useEffect(() => recoverFocus(), []);
  const failure = <FailureNote error={error ?? cancel.error} retry={() => void refetch()} />;
  switch (found?.state) {
    case undefined:
      return error ? failure : <OpeningWallet />;
    case "paired":
      return <OpeningWallet />;
    case "known":
      return <Known cardId={found.cardId} onPaired={onPaired} />;
    case "pending":
      return (
        <>
          <PairingCode
            userCode={found.userCode}
            expiresAt={found.expiresAt}
            publicKey={pairing.key.publicKey}
          />
          {failure}
          <Button
            look="secondary"
            pending={cancel.isPending}
            onClick={() => cancel.mutate(pairing, { onSuccess: () => void refetch() })}
            className="w-full"
          >
            {t("Cancel")}
          </Button>
        </>
      );
    case "canceled":
      return <Canceled pairing={pairing} />;
    case "expired":
      return <Expired pairing={pairing} />;
  }
}

/** By the bank: this wallet forgets what it cancels itself. */
function Canceled({ pairing }: { pairing: StoredPairing }) {
  const t = useTranslate();
  const { mutate, error, isPending } = useCancelPairing();
  return (
    <>
      <Callout tone="warning" title={t("Your bank refused this code")}>
        <p>
          {t(
            "If the words were not the same, someone may have shown your bank another phone. Begin again: this phone then creates another key.",
          )}
        </p>
      </Callout>
      <FailureNote error={error} />
      <Button pending={isPending} onClick={() => mutate(pairing)} className="w-full">
        {t("Begin again")}
      </Button>
    </>
  );
}

function Expired({ pairing }: { pairing: StoredPairing }) {
  const t = useTranslate();
  const { mutate, error, isPending } = useAskForCode();
  const cancel = useCancelPairing();
  return (
    <>
      {pairing.pairingId === undefined ? null : (
        <Callout tone="warning" title={t("The code has expired")}>
          <p>{t("Nothing has changed. Get another one; the eight words stay the same.")}</p>
        </Callout>
      )}
      <FailureNote error={error ?? cancel.error} retry={() => mutate(pairing)} />
      <Button pending={isPending} onClick={() => mutate(pairing)} className="w-full">
        {t("Get another code")}
      </Button>
      <Button
        look="secondary"
        pending={cancel.isPending}
        onClick={() => cancel.mutate(pairing)}
        className="w-full"
      >
        {t("Cancel")}
      </Button>
    </>
  );
}

function Known({ cardId, onPaired }: { cardId: string; onPaired: (cardId: string) => void }) {
  const t = useTranslate();
  const { mutate, error, isPending } = useJoinCard();
  const join = () => mutate(cardId, { onSuccess: onPaired });
  return (
    <>
      <Callout tone="good" title={t("Your bank has approved this phone")}>
        <p>
          {t("The card is in this wallet already. Confirm once more to add the new key to it.")}
        </p>
      </Callout>
      {isDeclined(error) ? null : <FailureNote error={error} retry={join} />}
      <Button pending={isPending} onClick={join} className="w-full">
        {t("Add the new key")}
      </Button>
    </>
  );
}

function isDeclined(error: unknown): boolean {
  return error instanceof WalletError && error.reason === "consent_declined";
}
