"use client";

import { CreditCard, Plus } from "lucide-react";
import Link from "next/link";
import { ButtonLink } from "#components/ui/button-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { CardFace } from "./card-face.tsx";
import { WalletGate } from "./wallet-gate.tsx";
import { walletLink } from "./wallet-link.ts";

export function CardsScreen() {
  return (
    <WalletGate>
      {(cards) => (
        <div className="space-y-5">
          <div className="flex items-center justify-between gap-4">
            <h1 className="text-3xl font-medium tracking-tight">Cards</h1>
            {cards.length > 0 ? (
              <ButtonLink {...walletLink("/wallet/cards/add")} look="secondary" icon={Plus}>
                Add a card
              </ButtonLink>
            ) : null}
          </div>
          {cards.length === 0 ? (
            <EmptyState
              icon={CreditCard}
              title="No card yet"
              action={<ButtonLink {...walletLink("/wallet/cards/add")}>Add a card</ButtonLink>}
            >
              The number is hashed in this browser. It is neither sent nor stored.
            </EmptyState>
          ) : (
            <ul className="space-y-4">
              {cards.map((card) => (
                <li key={card.cardId}>
                  <Link
                    {...walletLink(`/wallet/cards/${card.cardId}`)}
                    className="block rounded-xl"
                  >
                    <CardFace card={card} />
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </WalletGate>
  );
}
