"use client";

import { useState } from "react";
import { Callout } from "#components/ui/callout.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import type { SealedAt } from "#lib/terminal/payment-answer.ts";
import { RecipientNote } from "./recipient-note.tsx";
import { TestCardChoices } from "./test-card-choices.tsx";
import { TypedCard } from "./typed-card.tsx";
import { TypedPhoneNumber } from "./typed-phone-number.tsx";
import type { CardChoice, PickedCard } from "./use-card.ts";

type Way = "test" | "device" | "typed" | "phone_number";

/** How the till finds the cardholder. Whatever it is, it is hashed on this page, and only the hash leaves it. */
export function CardPicker({ card, sealedAt }: { card: CardChoice; sealedAt: SealedAt }) {
  const { picked, walletCards, insecure, pick, pickPhone, pickPhoneNumber, forget } = card;
  const [chosenWay, setWay] = useState<Way>("test");
  // What pays is always in sight.
  const way = picked ? wayOf(picked) : chosenWay;
  return (
    <section aria-label="Card" className="space-y-4">
      <SegmentedControl
        label="How the customer pays"
        value={way}
        options={[
          { value: "test", label: "Test cards" },
          { value: "device", label: "Tap with a phone" },
          { value: "typed", label: "Type a card number" },
          { value: "phone_number", label: "Type a phone number" },
        ]}
        onChange={(chosen) => {
          forget();
          setWay(chosen);
        }}
      />
      {way === "test" ? (
        <TestCardChoices
          walletCards={walletCards}
          chosen={picked?.kind === "card" ? picked.testNumber : undefined}
          onChoose={(number) => void pick(number)}
        />
      ) : null}
      {way === "device" ? (
        <>
          <p className="max-w-[65ch] text-sm text-muted text-pretty">
            A card in a phone pays under a device number, which the shop has never seen. The phone
            also presents the card’s account reference (PAR), and that leads to the cardholder.
          </p>
          <TestCardChoices
            walletCards={walletCards}
            chosen={picked?.kind === "device" ? picked.testNumber : undefined}
            onChoose={(number) => void pickPhone(number)}
          />
        </>
      ) : null}
      {way === "typed" ? (
        <TypedCard
          picked={picked?.kind === "card" ? picked : undefined}
          onPick={pick}
          onForget={forget}
        />
      ) : null}
      {way === "phone_number" ? (
        <TypedPhoneNumber
          isPicked={picked?.kind === "phone_number"}
          onPick={pickPhoneNumber}
          onForget={forget}
        />
      ) : null}
      {insecure ? (
        <Callout tone="alarm" title="This page was loaded over plain HTTP">
          <p>Browsers cannot hash there. Open the terminal over HTTPS, or on localhost.</p>
        </Callout>
      ) : null}
      {picked ? (
        <RecipientNote card={picked} walletCards={walletCards} sealedAt={sealedAt} />
      ) : null}
    </section>
  );
}

/** A test number that was typed is one of the test cards. */
function wayOf(picked: PickedCard): Way {
  if (picked.kind !== "card") return picked.kind;
  return picked.testNumber === undefined ? "typed" : "test";
}
