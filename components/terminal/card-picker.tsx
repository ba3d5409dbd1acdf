"use client";

import { useId, useState } from "react";
import { Callout } from "#components/ui/callout.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { cardBrandNames } from "#lib/wallet/card-brand.ts";
import { testCards } from "#lib/wallet/test-cards.ts";
import { CardHash } from "./card-hash.tsx";
import { ChoiceCard } from "./choice-card.tsx";
import { TypedCard } from "./typed-card.tsx";
import type { CardChoice } from "./use-card.ts";

type Way = "test" | "typed";

/** A test card or a typed number: either is hashed in this page, and only the hash goes on. */
export function CardPicker({ card }: { card: CardChoice }) {
  const { picked, insecure, pick, forget } = card;
  const isTyped = picked !== undefined && picked.testNumber === undefined;
  const [way, setWay] = useState<Way>(isTyped ? "typed" : "test");
  const name = useId();
  return (
    <section aria-label="Card" className="space-y-4">
      <SegmentedControl
        label="Where the card comes from"
        value={way}
        options={[
          { value: "test", label: "Test cards" },
          { value: "typed", label: "Type a number" },
        ]}
        onChange={setWay}
      />
      {way === "test" ? (
        <fieldset>
          <legend className="sr-only">Test card</legend>
          <div className="grid grid-cols-2 gap-2.5 sm:grid-cols-3 xl:grid-cols-5">
            {testCards.map(({ brand, number }) => (
              <ChoiceCard
                key={number}
                name={name}
                checked={picked?.testNumber === number}
                onChoose={() => void pick(number)}
              >
                <span className="block truncate font-medium">{cardBrandNames[brand]}</span>
                <span className="mt-4 block font-mono text-xs tracking-wider text-muted group-has-checked:text-on-pine">
                  <span className="sr-only">ends in </span>
                  <span aria-hidden="true">•••• </span>
                  {number.slice(-4)}
                </span>
              </ChoiceCard>
            ))}
          </div>
        </fieldset>
      ) : (
        <TypedCard picked={isTyped ? picked : undefined} onPick={pick} onForget={forget} />
      )}
      {insecure ? (
        <Callout tone="alarm" title="This page came over plain HTTP">
          <p>Browsers hash nothing there. Open the terminal by HTTPS, or on localhost.</p>
        </Callout>
      ) : null}
      {picked ? <CardHash card={picked} /> : null}
    </section>
  );
}
