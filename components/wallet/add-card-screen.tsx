"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { recoverFocus } from "#components/ui/recover-focus.ts";
import { TextField } from "#components/ui/text-field.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { type KeyKind, keyKindOf } from "#lib/crypto/recipient-key.ts";
import type { PlainSentence } from "#lib/languages/translate.ts";
import type { AddedCard } from "#lib/wallet/add-card.ts";
import {
  type CardNumberState,
  cardBrandNames,
  formatCardNumber,
  groupTyped,
  readCardNumber,
} from "#lib/wallet/card-number.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { CardFace } from "./card-face.tsx";
import { FailureNote } from "./failure-note.tsx";
import { KeyKindField } from "./key-kind-field.tsx";
import { KeyWords } from "./key-words.tsx";
import { PendingClaim } from "./pending-claim.tsx";
import { TestCards } from "./test-cards.tsx";
import { TestNumber } from "./test-number.tsx";
import { useAddCard } from "./use-cards.ts";
import { WalletGate } from "./wallet-gate.tsx";
import { walletLink } from "./wallet-link.ts";

export function AddCardScreen() {
  return <WalletGate>{() => <AddCard />}</WalletGate>;
}

function AddCard() {
  const t = useTranslate();
  const { mutate, data, error, isPending, reset } = useAddCard();
  const [typed, setTyped] = useState("");
  const [testNumber, setTestNumber] = useState<string>();
  const [keyKind, setKeyKind] = useState<KeyKind>("RSA-2048");
  const form = useRef<HTMLFormElement>(null);
  const read = readCardNumber(typed);
  const declined = error instanceof WalletError && error.reason === "consent_declined";
  const isTestCard = read.state === "valid" && read.digits === testNumber;
  if (data) return <AddedCardNote added={data} chosen={keyKind} />;

  function change(text: string): void {
    reset();
    setTyped(text);
  }

  function pickTestCard(number: string): void {
    setTestNumber(number);
    change(formatCardNumber(number));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    mutate(() => ({ number: typed, isTestCard, keyKind }));
  }

  return (
    <form ref={form} onSubmit={submit} className="space-y-5">
      <div>
        <h1 className="text-3xl font-medium tracking-tight">{t("Add a card")}</h1>
        <p className="mt-3 text-pretty text-muted">
          {t(
            "This browser hashes the number with SHA-256 and sends only the hash. A number you type is not stored: this device keeps its last four digits. A test number from below is kept, so that you can pay with it.",
          )}
        </p>
      </div>
      <TextField
        label={t("Card number")}
        mono
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        placeholder="0000 0000 0000 0000"
        value={typed}
        onChange={(event) => change(groupTyped(event.target))}
        hint={nameBrand(read)}
        error={read.state === "wrong" ? t(wrongWords[read.reason]) : undefined}
      />
      <KeyKindField value={keyKind} disabled={isPending} onChange={setKeyKind} />
      {declined ? null : (
        <FailureNote error={error} retry={() => form.current?.requestSubmit()}>
          {error instanceof WalletError && error.reason === "card_taken" ? (
            <ButtonLink {...walletLink("/wallet/vault")} look="secondary" size="small">
              {t("Restore a backup")}
            </ButtonLink>
          ) : null}
        </FailureNote>
      )}
      <Button
        type="submit"
        pending={isPending}
        disabled={read.state !== "valid"}
        className="w-full"
      >
        {t("Add this card")}
      </Button>
      <TestCards onPick={pickTestCard} />
    </form>
  );
}

function nameBrand({ brand }: CardNumberState): string | undefined {
  return brand && cardBrandNames[brand];
}

const wrongWords = {
  not_digits: "A card number has digits only.",
  length: "That is one digit too many.",
  check_digit: "A digit is wrong: the check digit does not match.",
} as const satisfies Record<string, PlainSentence>;

type AddedCardNoteProps = { added: AddedCard; chosen: KeyKind };

/** Afterwards: the card, its key, and the receipts that were waiting. */
function AddedCardNote({ added: { card, deliveredReceipts }, chosen }: AddedCardNoteProps) {
  const t = useTranslate();
  const key = card.keys.find(({ state }) => state === "current");
  useEffect(() => recoverFocus(), []);
  return (
    <div className="space-y-5">
      <div role="status">
        <h1 className="text-3xl font-medium tracking-tight text-balance">
          {deliveredReceipts === 0
            ? t("Your card is ready")
            : t.count(
                deliveredReceipts,
                "1 receipt was waiting for you",
                "{count} receipts were waiting for you",
              )}
        </h1>
        <p className="mt-3 text-pretty text-muted">
          {deliveredReceipts === 0
            ? t("From now on, its receipts are sealed to the key on this device.")
            : t.count(
                deliveredReceipts,
                "It was in escrow. Now it is sealed to the key on this device, and the service no longer has a key to it.",
                "They were in escrow. Now they are sealed to the key on this device, and the service no longer has a key to them.",
              )}
        </p>
      </div>
      <CardFace card={card} />
      <TestNumber card={card} />
      {key ? (
        <section>
          <h2 className="text-sm font-semibold">{t("Its key, in words")}</h2>
          <p className="mt-1 mb-3 text-sm text-pretty text-muted">
            {t(
              "The card’s issuer sees the same eight words in its console, so that both can tell that it is this key.",
            )}
          </p>
          <KeyWords publicKey={key.publicKey} />
          {keyKindOf(key.publicKey) === chosen ? null : (
            <p className="mt-3 text-sm text-pretty text-muted">
              {t(
                "The {used} key from your first attempt is in use, because the service may have had it already. On the card’s page you can create a {chosen} key.",
                { used: keyKindOf(key.publicKey), chosen },
              )}
            </p>
          )}
        </section>
      ) : null}
      <PendingClaim />
      <ButtonLink {...walletLink("/wallet")} className="w-full">
        {deliveredReceipts === 0 ? t("Go to your receipts") : t("See your receipts")}
      </ButtonLink>
    </div>
  );
}
