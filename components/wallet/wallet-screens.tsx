"use client";

import { CreditCard } from "lucide-react";
import { usePathname } from "next/navigation";
import { Suspense, useEffect, useState } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { Later, loadOnce, preload } from "#components/ui/later.tsx";
import { EmptyState, SkeletonRows } from "#components/ui/states.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { readClaim } from "#lib/wallet/pending-claim.ts";
import { BackupReminder } from "./backup-reminder.tsx";
import { findScreen } from "./find-screen.ts";
import { NewPhone } from "./new-phone.tsx";
import { OpeningWallet } from "./opening-wallet.tsx";
import { useVault } from "./use-vault.ts";
import { WalletGate } from "./wallet-gate.tsx";
import { walletLink } from "./wallet-link.ts";

/**
 * One page with all screens, so that navigating between them loads no document. They load when they are first shown;
 * the service worker keeps them for offline use.
 */
export function WalletScreens() {
  return (
    <Suspense fallback={opening}>
      <Screen />
    </Suspense>
  );
}

const opening = <OpeningWallet />;
const loadAddCardScreen = loadOnce(
  async () => (await import("./add-card-screen.tsx")).AddCardScreen,
);
const loadCardScreen = loadOnce(async () => (await import("./card-screen.tsx")).CardScreen);
const loadCardsScreen = loadOnce(async () => (await import("./cards-screen.tsx")).CardsScreen);
const loadClaimScreen = loadOnce(async () => (await import("./claim-screen.tsx")).ClaimScreen);
const loadPairScreen = loadOnce(async () => (await import("./pair-screen.tsx")).PairScreen);
const loadReceiptList = loadOnce(async () => (await import("./receipt-list.tsx")).ReceiptList);
const loadReceiptScreen = loadOnce(
  async () => (await import("./receipt-screen.tsx")).ReceiptScreen,
);
const loadVaultScreen = loadOnce(async () => (await import("./vault-screen.tsx")).VaultScreen);

function Screen() {
  const found = findScreen(usePathname());
  switch (found?.screen) {
    case "receipt":
      return (
        <Later key="receipt" place="screen" load={loadReceiptScreen} waiting={opening}>
          {(ReceiptScreen) => <ReceiptScreen key={found.paymentId} paymentId={found.paymentId} />}
        </Later>
      );
    case "card":
      return (
        <Later key="card" place="screen" load={loadCardScreen} waiting={opening}>
          {(CardScreen) => <CardScreen key={found.cardId} cardId={found.cardId} />}
        </Later>
      );
    case "add_card":
      return (
        <Later key="add_card" place="screen" load={loadAddCardScreen} waiting={opening}>
          {(AddCardScreen) => <AddCardScreen />}
        </Later>
      );
    case "cards":
      return (
        <Later key="cards" place="screen" load={loadCardsScreen} waiting={opening}>
          {(CardsScreen) => <CardsScreen />}
        </Later>
      );
    case "claim":
      return (
        <Later key="claim" place="screen" load={loadClaimScreen} waiting={opening}>
          {(ClaimScreen) => <ClaimScreen />}
        </Later>
      );
    case "pair":
      return (
        <Later key="pair" place="screen" load={loadPairScreen} waiting={opening}>
          {(PairScreen) => <PairScreen />}
        </Later>
      );
    case "vault":
      return (
        <Later key="vault" place="screen" load={loadVaultScreen} waiting={opening}>
          {(VaultScreen) => <VaultScreen />}
        </Later>
      );
    default:
      return <ReceiptsScreen />;
  }
}

function ReceiptsScreen() {
  const t = useTranslate();
  const [cardId, setCardId] = useState<string>();
  // Opened before this wallet had a card.
  const [isLinked] = useState(() => readClaim() !== undefined);
  const hasVault = useVault().data?.state === "ready";
  // A first visit has no list; for the others it loads while the service is asked.
  useEffect(() => {
    if (hasVault) preload(loadReceiptList);
  }, [hasVault]);
  return (
    <WalletGate>
      {(cards) => (
        <div className="space-y-5">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h1 className="text-3xl font-medium tracking-tight">{t("Receipts")}</h1>
            {cards.length > 0 ? (
              <ButtonLink
                {...walletLink(claimPath(cardId))}
                look={isLinked ? "primary" : "secondary"}
              >
                {isLinked ? t("Add the receipt of your link") : t("Add a receipt")}
              </ButtonLink>
            ) : null}
          </div>
          {cards.length === 0 ? (
            <>
              <EmptyState
                icon={CreditCard}
                title={t("First, add a card")}
                action={
                  <ButtonLink {...walletLink("/wallet/cards/add")}>{t("Add a card")}</ButtonLink>
                }
              >
                {t(
                  "Receipts are sealed to the key of the card that paid. Add one, and what it pays for appears here.",
                )}
              </EmptyState>
              <NewPhone />
            </>
          ) : (
            <>
              <BackupReminder cards={cards} />
              <Later
                load={loadReceiptList}
                waiting={<SkeletonRows label={t("Loading receipts")} rows={4} bare />}
              >
                {(ReceiptList) => (
                  <ReceiptList cards={cards} cardId={cardId} onCardChange={setCardId} />
                )}
              </Later>
            </>
          )}
        </div>
      )}
    </WalletGate>
  );
}

/** The card whose receipts are shown gets the receipt, unless another one is chosen there. */
function claimPath(cardId: string | undefined): `/wallet${string}` {
  return cardId === undefined ? "/wallet/claim" : `/wallet/claim?card=${cardId}`;
}
