"use client";

import { CreditCard } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { recoverFocus } from "#components/ui/recover-focus.ts";
import { SelectField } from "#components/ui/select-field.tsx";
import { EmptyState } from "#components/ui/states.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { readClaimLink } from "#lib/core/claim-code.ts";
import type { PlainSentence } from "#lib/languages/translate.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { keepClaim, readClaim } from "#lib/wallet/pending-claim.ts";
import { titleCard } from "./card-title.ts";
import { FailureNote } from "./failure-note.tsx";
import { ScanReceipt } from "./scan-receipt.tsx";
import { useClaim } from "./use-claim.ts";
import { WalletGate } from "./wallet-gate.tsx";
import { walletLink } from "./wallet-link.ts";

/** Adds a receipt by the code that its till printed or showed. */
export function ClaimScreen() {
  const [code] = useState(() => readFromAddress() ?? readClaim());
  useEffect(() => {
    const linked = readFromAddress();
    if (linked === undefined) return;
    keepClaim(linked);
    // So that neither the history nor a glance at the address has it.
    window.history.replaceState(null, "", `${window.location.pathname}${window.location.search}`);
  }, []);
  return (
    <WalletGate>
      {(cards) => {
        const ready = cards.filter(({ userId }) => userId !== null);
        return ready.length === 0 ? (
          <NoCard hasCode={code !== undefined} />
        ) : (
          <ClaimReceipt cards={ready} linked={code} />
        );
      }}
    </WalletGate>
  );
}

/** The page of the link hands the code over in a fragment, which no request contains. */
function readFromAddress(): string | undefined {
  return readClaimLink(window.location.hash.slice(1));
}

function NoCard({ hasCode }: { hasCode: boolean }) {
  const t = useTranslate();
  return (
    <div className="space-y-5">
      <h1 className="text-3xl font-medium tracking-tight">{t("Add a receipt")}</h1>
      <EmptyState
        icon={CreditCard}
        title={t("First, add a card")}
        action={<ButtonLink {...walletLink("/wallet/cards/add")}>{t("Add a card")}</ButtonLink>}
      >
        {t("A receipt is sealed to the key of a card in this wallet.")}
        {hasCode ? ` ${t("The code of your link is kept in this tab until then.")}` : null}
      </EmptyState>
    </div>
  );
}

type ClaimReceiptProps = { cards: StoredCard[]; linked: string | undefined };

function ClaimReceipt({ cards, linked }: ClaimReceiptProps) {
  const t = useTranslate();
  const { mutate, data, error, isPending, isWaiting, reset, stopWaiting } = useClaim();
  const selected = useSearchParams().get("card");
  const [typed, setTyped] = useState(linked ?? "");
  const [isWrong, setWrong] = useState(false);
  const [cardId, setCardId] = useState(selected);
  const form = useRef<HTMLFormElement>(null);
  const card = cards.find((one) => one.cardId === cardId) ?? cards[0];
  if (data) return <Claimed paymentId={data.paymentId} kind={data.kind} wasHere={data.wasHere} />;

  function change(text: string): void {
    reset();
    setWrong(false);
    setTyped(text);
  }

  function claim(code: string): void {
    if (card) mutate({ code, card });
  }

  function scanned(code: string): void {
    if (isPending) return;
    change(code);
    // Which of several cards gets it is still to be said.
    if (cards.length === 1) claim(code);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const code = readClaimLink(typed);
    setWrong(code === undefined);
    if (code !== undefined) claim(code);
  }

  return (
    <div className="space-y-5">
      <div>
        <h1 className="text-3xl font-medium tracking-tight">{t("Add a receipt")}</h1>
        <p className="mt-3 text-pretty text-muted">
          {linked
            ? t(
                "Your link holds the code of a receipt. Once it is added, it is sealed to the key on this device.",
              )
            : t(
                "For a purchase with a card that is not in this wallet: scan the code that the till shows or prints, or type it.",
              )}
        </p>
      </div>
      {linked && !error ? null : (
        <ScanReceipt onCode={scanned} isBusy={isPending} isFirst={typed === ""} />
      )}
      <form ref={form} onSubmit={submit} className="space-y-5">
        <TextField
          label={t("Code or link")}
          mono
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="clm_…"
          readOnly={isPending}
          value={typed}
          onChange={(event) => change(event.target.value)}
          error={isWrong ? t("A code is clm_ and 27 letters and digits.") : undefined}
        />
        {cards.length > 1 ? (
          <SelectField
            label={t("Add it to")}
            disabled={isPending}
            value={card?.cardId}
            onChange={(event) => setCardId(event.target.value)}
            options={cards.map((one) => ({
              value: one.cardId,
              label: `${titleCard(one, t)} ${one.last4}`,
            }))}
          />
        ) : null}
        <FailureNote error={error} retry={() => form.current?.requestSubmit()} />
        {isWaiting ? <Waiting onStop={stopWaiting} /> : null}
        <Button type="submit" pending={isPending} disabled={typed.trim() === ""} className="w-full">
          {t("Add this receipt")}
        </Button>
      </form>
    </div>
  );
}

function Waiting({ onStop }: { onStop: () => void }) {
  const t = useTranslate();
  return (
    <div className="flex items-center justify-between gap-4 text-sm">
      <p role="status" className="text-pretty text-muted">
        {t("The payment is not complete yet. This page tries again by itself.")}
      </p>
      <Button look="secondary" size="small" onClick={onStop}>
        {t("Stop")}
      </Button>
    </div>
  );
}

type ClaimedProps = { paymentId: string; kind: "sale" | "refund"; wasHere: boolean };

function Claimed({ paymentId, kind, wasHere }: ClaimedProps) {
  const t = useTranslate();
  const words = claimedWords[kind];
  // The button that had the focus is gone.
  useEffect(() => recoverFocus(), []);
  return (
    <div className="space-y-5">
      <div role="status">
        <h1 className="text-3xl font-medium tracking-tight text-balance">
          {t(wasHere ? words.wasHere : words.isHere)}
        </h1>
        <p className="mt-3 text-pretty text-muted">
          {wasHere
            ? t("It was added to this card before.")
            : t(
                "It is sealed to the key on this device, and its code opens nothing for anyone else.",
              )}
        </p>
      </div>
      <ButtonLink {...walletLink(`/wallet/receipts/${paymentId}`)} className="w-full">
        {t(words.goThere)}
      </ButtonLink>
    </div>
  );
}

const claimedWords = {
  sale: {
    wasHere: "You already have this receipt",
    isHere: "Your receipt is here",
    goThere: "Go to the receipt",
  },
  refund: {
    wasHere: "You already have this credit note",
    isHere: "Your credit note is here",
    goThere: "Go to the credit note",
  },
} as const satisfies Record<ClaimedProps["kind"], Record<string, PlainSentence>>;
