"use client";

import { CreditCard, Plus } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/states.tsx";
import { AddCardScreen } from "./add-card-screen.tsx";
import { BackupExport } from "./backup-export.tsx";
import { BackupImport } from "./backup-import.tsx";
import { CardFace } from "./card-face.tsx";
import { CardScreen } from "./card-screen.tsx";
import { ConsentMethods } from "./consent-methods.tsx";
import { EraseDevice } from "./erase-device.tsx";
import { findScreen } from "./find-screen.ts";
import { ReceiptList } from "./receipt-list.tsx";
import { ReceiptScreen } from "./receipt-screen.tsx";
import { StorageLine } from "./storage-line.tsx";
import { WalletGate } from "./wallet-gate.tsx";
import { walletLink } from "./wallet-link.ts";

/** One page with all screens, so that going from one to another needs no network. */
export function WalletScreens() {
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

function CardsScreen() {
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
              title="No cards yet"
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

function VaultScreen() {
  return (
    <WalletGate>
      {(cards) => (
        <div className="space-y-6">
          <h1 className="text-3xl font-medium tracking-tight">Vault</h1>
          <ConsentMethods />
          <StorageLine />
          <BackupExport keys={cards.reduce((sum, card) => sum + card.keys.length, 0)} />
          <BackupImport />
          <EraseDevice />
        </div>
      )}
    </WalletGate>
  );
}
