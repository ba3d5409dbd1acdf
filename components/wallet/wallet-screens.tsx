"use client";

import { usePathname } from "next/navigation";
import { AddCardScreen } from "./add-card-screen.tsx";
import { CardScreen } from "./card-screen.tsx";
import { CardsScreen } from "./cards-screen.tsx";
import { findScreen } from "./find-screen.ts";
import { ReceiptScreen } from "./receipt-screen.tsx";
import { ReceiptsScreen } from "./receipts-screen.tsx";
import { VaultScreen } from "./vault-screen.tsx";

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
