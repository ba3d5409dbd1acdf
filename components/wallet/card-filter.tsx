import { type ReactNode, useId } from "react";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { titleCard } from "./card-title.ts";

type CardFilterProps = {
  cards: StoredCard[];
  /** Undefined for all cards. */
  value: string | undefined;
  onChange: (cardId: string | undefined) => void;
};

/** Which card's receipts are shown; many cards scroll sideways. */
export function CardFilter({ cards, value, onChange }: CardFilterProps) {
  const t = useTranslate();
  const group = useId();
  return (
    <fieldset className="-mx-5 overflow-x-auto px-5 py-1 lg:-mx-2 lg:px-2">
      <legend className="sr-only">{t("Card")}</legend>
      <div className="flex gap-2">
        <Choice group={group} checked={value === undefined} onChoose={() => onChange(undefined)}>
          {t("All cards")}
        </Choice>
        {cards.map((card) => (
          <Choice
            key={card.cardId}
            group={group}
            checked={value === card.cardId}
            onChoose={() => onChange(card.cardId)}
          >
            {titleCard(card, t)} <span className="font-mono text-xs">{card.last4}</span>
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}

type ChoiceProps = {
  group: string;
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
};

function Choice({ group, checked, onChoose, children }: ChoiceProps) {
  return (
    <label className="relative inline-flex min-h-11 shrink-0 cursor-pointer items-center gap-1.5 border border-edge bg-slip px-3 text-sm whitespace-nowrap text-muted hover:text-ink has-checked:border-pine has-checked:bg-pine has-checked:font-medium has-checked:text-on-pine has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-pine md:min-h-9">
      <input
        type="radio"
        name={group}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {children}
    </label>
  );
}
