import { useId } from "react";
import { cardBrandNames, testCards } from "#lib/wallet/card-number.ts";
import { ChoiceCard } from "./choice-card.tsx";
import type { CardChoice } from "./use-card.ts";

type TestCardChoicesProps = Pick<CardChoice, "walletCards"> & {
  /** The number of the test card that is chosen. */
  chosen: string | undefined;
  onChoose: (testNumber: string) => void;
};

/** The cards of the wallet in this browser, and the well-known test cards. */
export function TestCardChoices({ walletCards, chosen, onChoose }: TestCardChoicesProps) {
  const name = useId();
  // Once is enough for those that are in the wallet.
  const others = testCards.filter(
    ({ number }) => !walletCards.some(({ testNumber }) => testNumber === number),
  );
  const choose = (title: string, number: string) => ({
    name,
    title,
    number,
    isChosen: chosen === number,
    onChoose: () => onChoose(number),
  });
  return (
    <div className="space-y-4">
      {walletCards.length > 0 ? (
        <fieldset>
          <legend className="mb-2 text-sm text-muted">From the wallet in this browser</legend>
          <div className={cardGrid}>
            {walletCards.map(({ cardId, name: title, testNumber }) => (
              <TestCardChoice key={cardId} {...choose(title ?? "Your test card", testNumber)} />
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
            <TestCardChoice key={number} {...choose(cardBrandNames[brand], number)} />
          ))}
        </div>
      </fieldset>
    </div>
  );
}

const cardGrid =
  "grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-2.5 sm:grid-cols-3 xl:grid-cols-5";

type TestCardChoiceProps = {
  name: string;
  title: string;
  number: string;
  isChosen: boolean;
  onChoose: () => void;
};

function TestCardChoice({ name, title, number, isChosen, onChoose }: TestCardChoiceProps) {
  return (
    <ChoiceCard name={name} checked={isChosen} onChoose={onChoose}>
      <span className="block font-medium wrap-anywhere">{title}</span>
      <span className="mt-4 block font-mono text-xs tracking-wider text-muted group-has-checked:text-on-pine">
        <span className="sr-only">ends in </span>
        <span aria-hidden="true">•••• </span>
        {number.slice(-4)}
      </span>
    </ChoiceCard>
  );
}
