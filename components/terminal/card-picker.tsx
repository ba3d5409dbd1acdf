"use client";

import { Fingerprint } from "lucide-react";
import { useId, useState } from "react";
import { Callout } from "#components/ui/callout.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { shortenHash } from "#lib/terminal/request-lines.ts";
import { cardBrandNames, formatCardNumber, testCards } from "#lib/wallet/card-number.ts";
import { ChoiceCard } from "./choice-card.tsx";
import { TypedCard } from "./typed-card.tsx";
import type { CardChoice, PickedCard } from "./use-card.ts";

type Way = "test" | "typed";

/** A test card or a typed number: either is hashed on this page, and only the hash leaves it. */
export function CardPicker({ card }: { card: CardChoice }) {
  const { picked, walletCards, insecure, pick, forget } = card;
  // Once is enough for those that are in the wallet.
  const others = testCards.filter(
    ({ number }) => !walletCards.some(({ testNumber }) => testNumber === number),
  );
  const isTyped = picked !== undefined && picked.testNumber === undefined;
  const [chosenWay, setWay] = useState<Way>("test");
  // The card that pays is always in sight; a test number that was typed is one of the test cards.
  const pickedWay = isTyped ? "typed" : "test";
  const way = picked ? pickedWay : chosenWay;
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
        onChange={(chosen) => {
          forget();
          setWay(chosen);
        }}
      />
      {way === "test" ? (
        <div className="space-y-4">
          {walletCards.length > 0 ? (
            <fieldset>
              <legend className="mb-2 text-sm text-muted">From the wallet in this browser</legend>
              <div className={cardGrid}>
                {walletCards.map(({ cardId, name: title, testNumber }) => (
                  <TestCardChoice
                    key={cardId}
                    group={name}
                    title={title ?? "Your test card"}
                    number={testNumber}
                    card={card}
                  />
                ))}
              </div>
            </fieldset>
          ) : null}
          <fieldset>
            <legend className={walletCards.length > 0 ? "mb-2 text-sm text-muted" : "sr-only"}>
              {walletCards.length > 0 ? "Well-known test cards" : "Test card"}
            </legend>
            <div className={cardGrid}>
              {others.map(({ brand, number }) => (
                <TestCardChoice
                  key={number}
                  group={name}
                  title={cardBrandNames[brand]}
                  number={number}
                  card={card}
                />
              ))}
            </div>
          </fieldset>
        </div>
      ) : (
        <TypedCard picked={isTyped ? picked : undefined} onPick={pick} onForget={forget} />
      )}
      {insecure ? (
        <Callout tone="alarm" title="This page was loaded over plain HTTP">
          <p>Browsers cannot hash there. Open the terminal over HTTPS, or on localhost.</p>
        </Callout>
      ) : null}
      {picked ? (
        <CardHash
          card={picked}
          isInWallet={walletCards.some(({ testNumber }) => testNumber === picked.testNumber)}
        />
      ) : null}
    </section>
  );
}

const cardGrid =
  "grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-2.5 sm:grid-cols-3 xl:grid-cols-5";

type TestCardChoiceProps = { group: string; title: string; number: string; card: CardChoice };

function TestCardChoice({ group, title, number, card: { picked, pick } }: TestCardChoiceProps) {
  return (
    <ChoiceCard
      name={group}
      checked={picked?.testNumber === number}
      onChoose={() => void pick(number)}
    >
      <span className="block font-medium wrap-anywhere">{title}</span>
      <span className="mt-4 block font-mono text-xs tracking-wider text-muted group-has-checked:text-on-pine">
        <span className="sr-only">ends in </span>
        <span aria-hidden="true">•••• </span>
        {number.slice(-4)}
      </span>
    </ChoiceCard>
  );
}

type CardHashProps = { card: PickedCard; isInWallet: boolean };

/** How the payment will identify the card. */
function CardHash({ card: { hashedPan, last4, testNumber }, isInWallet }: CardHashProps) {
  return (
    <div
      role="status"
      className="flex gap-3 border border-dashed border-line bg-copy px-4 py-3 text-sm"
    >
      <Fingerprint
        aria-hidden="true"
        className="mt-0.5 size-5 shrink-0 text-pine"
        strokeWidth={1.5}
      />
      <div className="min-w-0 space-y-1">
        <p>
          Hashed on this page. The number never leaves it; sent are its last four digits, its brand,
          and <code className="font-mono text-xs">SHA-256 {shortenHash(hashedPan)}</code>
        </p>
        {testNumber ? (
          <p className="flex flex-wrap items-center gap-x-1 text-muted">
            <span className="font-mono text-xs text-ink">{formatCardNumber(testNumber)}</span>
            <CopyButton text={testNumber} label="card number" />
            <span className="text-xs">
              {isInWallet
                ? "It is in this browser’s wallet: the receipt arrives there."
                : "Add it to an issuer’s wallet, and its receipts arrive there."}
            </span>
          </p>
        ) : (
          <p className="text-xs text-muted">
            The number you typed is gone; its last digits {last4} are sealed in the receipt.
          </p>
        )}
      </div>
    </div>
  );
}
