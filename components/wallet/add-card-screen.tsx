"use client";

import { type FormEvent, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ButtonLink } from "#components/ui/button-link.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { cardBrandNames } from "#lib/wallet/card-brand.ts";
import { type CardNumberState, formatCardNumber, readCardNumber } from "#lib/wallet/card-number.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { AddedCardNote } from "./added-card-note.tsx";
import { FailureNote } from "./failure-note.tsx";
import { TestCards } from "./test-cards.tsx";
import { useAddCard } from "./use-add-card.ts";
import { WalletGate } from "./wallet-gate.tsx";
import { walletLink } from "./wallet-link.ts";

export function AddCardScreen() {
  return <WalletGate>{() => <AddCard />}</WalletGate>;
}

function AddCard() {
  const { mutate, data, error, isPending, reset } = useAddCard();
  const [typed, setTyped] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const read = readCardNumber(typed);
  const declined = error instanceof WalletError && error.reason === "consent_declined";
  if (data) return <AddedCardNote added={data} />;

  function change(text: string): void {
    reset();
    setTyped(formatCardNumber(text));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    mutate(() => typed);
  }

  return (
    <form ref={form} onSubmit={submit} className="space-y-5">
      <div>
        <h1 className="text-3xl font-medium tracking-tight">Add a card</h1>
        <p className="mt-3 text-pretty text-muted">
          The number becomes a SHA-256 in this browser. It is neither sent nor stored: this device
          keeps the last four digits, the service a keyed hash.
        </p>
      </div>
      <TextField
        label="Card number"
        mono
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        placeholder="0000 0000 0000 0000"
        value={typed}
        onChange={(event) => change(event.target.value)}
        hint={nameBrand(read)}
        error={read.state === "wrong" ? wrongWords[read.reason] : undefined}
      />
      {declined ? null : (
        <FailureNote error={error} retry={() => form.current?.requestSubmit()}>
          {error instanceof WalletError && error.reason === "card_taken" ? (
            <ButtonLink {...walletLink("/wallet/vault")} look="secondary" size="small">
              Restore a backup
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
        Make its key and add it
      </Button>
      <TestCards onPick={change} />
    </form>
  );
}

function nameBrand({ brand }: CardNumberState): string | undefined {
  return brand && cardBrandNames[brand];
}

const wrongWords = {
  not_digits: "A card number has digits only.",
  length: "That is one digit too many.",
  check_digit: "A digit is wrong: the check digit does not fit.",
};
