"use client";

import { ReceiptView } from "./receipt-view.tsx";
import { WalletGate } from "./wallet-gate.tsx";

export function ReceiptScreen({ paymentId }: { paymentId: string }) {
  return <WalletGate>{(cards) => <ReceiptView paymentId={paymentId} cards={cards} />}</WalletGate>;
}
