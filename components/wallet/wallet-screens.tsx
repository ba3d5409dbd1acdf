"use client";

import { CreditCard } from "lucide-react";
import { usePathname } from "next/navigation";
import { lazy, Suspense } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState, SkeletonRows } from "#components/ui/states.tsx";
import { findScreen } from "./find-screen.ts";
import { ReceiptList } from "./receipt-list.tsx";
import { WalletGate } from "./wallet-gate.tsx";
import { walletLink } from "./wallet-link.ts";

/**
 * One page with all screens, so that going from one to another needs no document. All but the list load when
 * they are first shown; the service worker has them offline.
 */
export function WalletScreens() {
  return (
    <Suspense fallback={<SkeletonRows label="Opening the wallet" rows={4} />}>
      <Screen />
    </Suspense>
  );
}

const AddCardScreen = lazy(async () => ({
  default: (await import("./add-card-screen.tsx")).AddCardScreen,
}));
const CardScreen = lazy(async () => ({ default: (await import("./card-screen.tsx")).CardScreen }));
const CardsScreen = lazy(async () => ({
  default: (await import("./cards-screen.tsx")).CardsScreen,
}));
const ReceiptScreen = lazy(async () => ({
  default: (await import("./receipt-screen.tsx")).ReceiptScreen,
}));
const VaultScreen = lazy(async () => ({
  default: (await import("./vault-screen.tsx")).VaultScreen,
}));

function Screen() {
  const found = findScreen(usePathname());
  switch (found?.screen) {
    case "receipt":
      return <ReceiptScreen key={found.paymentId} paymentId={found.paymentId} />;
    case "card":
      return <CardScreen key={found.cardId} cardId={found.cardId} />;
    case "add_card":
      return <AddCardScreen />;
    case "cards":
      return <CardsScreen />;
    case "vault":
      return <VaultScreen />;
    default:
      return <ReceiptsScreen />;
  }
}

function ReceiptsScreen() {
  return (
    <WalletGate>
      {(cards) => (
        <div className="space-y-5">
          <h1 className="text-3xl font-medium tracking-tight">Receipts</h1>
          {cards.length === 0 ? (
            <EmptyState
              icon={CreditCard}
              title="First, add a card"
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
