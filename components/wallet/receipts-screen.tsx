"use client";

import { CreditCard } from "lucide-react";
import { ButtonLink } from "#components/ui/button-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ReceiptList } from "./receipt-list.tsx";
import { WalletGate } from "./wallet-gate.tsx";
import { walletLink } from "./wallet-link.ts";

export function ReceiptsScreen() {
  return (
    <WalletGate>
      {(cards) => (
        <div className="space-y-5">
          <h1 className="text-3xl font-medium tracking-tight">Receipts</h1>
          {cards.length === 0 ? (
            <EmptyState
              icon={CreditCard}
              title="First, a card"
              action={<ButtonLink {...walletLink("/wallet/cards/add")}>Add a card</ButtonLink>}
            >
              Receipts are sealed to the key of the card that paid. Add one, and what it pays for
              appears here.
            </EmptyState>
          ) : (
            <ReceiptList cards={cards} />
          )}
        </div>
      )}
    </WalletGate>
  );
}
