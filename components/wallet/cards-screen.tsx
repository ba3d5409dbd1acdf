"use client";

import { ArrowDown, ArrowUp, CreditCard, type LucideIcon, Plus } from "lucide-react";
import Link from "next/link";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/states.tsx";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { CardFace } from "./card-face.tsx";
import { titleCard } from "./card-title.ts";
import { FailureNote } from "./failure-note.tsx";
import { NewPhone } from "./new-phone.tsx";
import { useArrangeCards } from "./use-cards.ts";
import { WalletGate } from "./wallet-gate.tsx";
import { walletLink } from "./wallet-link.ts";

export function CardsScreen() {
  return (
    <WalletGate>
      {(cards) => (
        <div className="space-y-5">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h1 className="text-3xl font-medium tracking-tight">Cards</h1>
            {cards.length > 0 ? (
              <ButtonLink {...walletLink("/wallet/cards/add")} look="secondary" icon={Plus}>
                Add a card
              </ButtonLink>
            ) : null}
          </div>
          {cards.length === 0 ? <NoCards /> : <CardList cards={cards} />}
        </div>
      )}
    </WalletGate>
  );
}

function NoCards() {
  return (
    <>
      <EmptyState
        icon={CreditCard}
        title="No cards yet"
        action={<ButtonLink {...walletLink("/wallet/cards/add")}>Add a card</ButtonLink>}
      >
        The number is hashed in this browser. It is neither sent nor stored.
      </EmptyState>
      <NewPhone />
    </>
  );
}

function CardList({ cards }: { cards: StoredCard[] }) {
  const { mutate, error, isPending } = useArrangeCards();

  function move(from: number, to: number): void {
    const ids = cards.map(({ cardId }) => cardId);
    mutate(ids.toSpliced(from, 1).toSpliced(to, 0, ...ids.slice(from, from + 1)));
  }

  return (
    <>
      <FailureNote error={error} />
      <ul className="space-y-4">
        {cards.map((card, place) => (
          <li key={card.cardId}>
            <Link {...walletLink(`/wallet/cards/${card.cardId}`)} className="block rounded-xl">
              <CardFace card={card} />
            </Link>
            {cards.length > 1 ? (
              <p className="mt-1 flex justify-end">
                <Move
                  icon={ArrowUp}
                  label={`Move ${titleCard(card)} ${card.last4} up`}
                  disabled={place === 0 || isPending}
                  onMove={() => move(place, place - 1)}
                />
                <Move
                  icon={ArrowDown}
                  label={`Move ${titleCard(card)} ${card.last4} down`}
                  disabled={place === cards.length - 1 || isPending}
                  onMove={() => move(place, place + 1)}
                />
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

type MoveProps = { icon: LucideIcon; label: string; disabled: boolean; onMove: () => void };

function Move({ icon, label, disabled, onMove }: MoveProps) {
  return (
    <Button
      look="ghost"
      size="small"
      icon={icon}
      aria-label={label}
      disabled={disabled}
      onClick={onMove}
    />
  );
}
