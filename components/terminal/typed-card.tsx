"use client";

import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import {
  type CardNumberState,
  cardBrandNames,
  groupTyped,
  readCardNumber,
} from "#lib/wallet/card-number.ts";
import { PickedBar } from "./picked-bar.tsx";
import type { PickedCard } from "./use-card.ts";

type TypedCardProps = {
  picked: Extract<PickedCard, { kind: "card" }> | undefined;
  onPick: (number: string) => Promise<void>;
  onForget: () => void;
};

/** A number typed by hand. It is cleared from the page once it is hashed. */
export function TypedCard({ picked, onPick, onForget }: TypedCardProps) {
  const [typed, setTyped] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const read = readCardNumber(typed);

  function type(field: HTMLInputElement) {
    const { value } = field;
    setSubmitted(false);
    setTyped(readCardNumber(value).state === "wrong" ? value : groupTyped(field));
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (read.state !== "valid") return setSubmitted(true);
    setTyped("");
    void onPick(read.digits);
  }
  if (picked) {
    return (
      <PickedBar onForget={onForget}>
        {picked.brand ? cardBrandNames[picked.brand] : "Card"}{" "}
        <span data-stored="receipt.card" className="font-mono text-sm whitespace-nowrap">
          •••• {picked.last4}
        </span>
      </PickedBar>
    );
  }
  return (
    // Without a name, no form ever submits the field.
    <form onSubmit={submit} noValidate className="max-w-lg space-y-3">
      <TextField
        label="Card number"
        mono
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={describeWrong(read, isSubmitted)}
        hint={describeBrand(read)}
        onChange={(event) => type(event.target)}
      />
      <Button type="submit" look="secondary">
        Use this card
      </Button>
    </form>
  );
}

function describeBrand({ state, brand }: CardNumberState): string {
  if (state === "valid")
    return `${brand ? cardBrandNames[brand] : "A test number"}, valid: use this card.`;
  if (brand !== undefined) return cardBrandNames[brand];
  return "A card in a wallet, or any test number. Never a real card.";
}

/** An incomplete number is reported only when it is submitted. */
function describeWrong(read: CardNumberState, isSubmitted: boolean): string | undefined {
  if (read.state === "wrong") return reasons[read.reason];
  return isSubmitted && read.state === "incomplete" ? "is incomplete" : undefined;
}

const reasons = {
  not_digits: "contains something other than digits",
  length: "has too many digits",
  check_digit: "has a wrong digit: the check digit does not match",
};
