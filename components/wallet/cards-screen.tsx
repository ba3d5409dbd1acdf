"use client";

import { ArrowDown, ArrowUp, CreditCard, type LucideIcon, Plus } from "lucide-react";
import Link from "next/link";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/states.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { CardFace } from "./card-face.tsx";
import { titleCard } from "./card-title.ts";
import { FailureNote } from "./failure-note.tsx";
import { NewPhone } from "./new-phone.tsx";
import { useArrangeCards } from "./use-cards.ts";
import { WalletGate } from "./wallet-gate.tsx";
import { walletLink } from "./wallet-link.ts";

export function CardsScreen() {
  const t = useTranslate();
  return (
    <WalletGate>
      {(cards) => (
        <div className="space-y-5">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h1 className="text-3xl font-medium tracking-tight">{t("Cards")}</h1>
            {cards.length > 0 ? (
              <ButtonLink {...walletLink("/wallet/cards/add")} look="secondary" icon={Plus}>
                {t("Add a card")}
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
  const t = useTranslate();
  return (
    <>
      <EmptyState
        icon={CreditCard}
        title={t("No cards yet")}
        action={<ButtonLink {...walletLink("/wallet/cards/add")}>{t("Add a card")}</ButtonLink>}
      >
        {t("The number is hashed in this browser. It is neither sent nor stored.")}
      </EmptyState>
      <NewPhone />
    </>
  );
}

function CardList({ cards }: { cards: StoredCard[] }) {
  const t = useTranslate();
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
                  label={t("Move {card} up", { card: `${titleCard(card, t)} ${card.last4}` })}
                  disabled={place === 0 || isPending}
                  onMove={() => move(place, place - 1)}
                />
                <Move
                  icon={ArrowDown}
                  label={t("Move {card} down", { card: `${titleCard(card, t)} ${card.last4}` })}
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
