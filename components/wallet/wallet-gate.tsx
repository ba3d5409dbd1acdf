"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import type { WalletSession } from "#lib/contract/wallet.ts";
import type { StoredCard } from "#lib/wallet/cards.ts";
import { walletKeys } from "#lib/wallet/query-keys.ts";
import { getWalletSession } from "#lib/wallet/session.ts";
import { FailureNote } from "./failure-note.tsx";
import { SetupVault } from "./setup-vault.tsx";
import { StartWallet } from "./start-wallet.tsx";
import { useCards } from "./use-cards.ts";
import { useVault } from "./use-vault.ts";

/** Shows a page of the wallet to whoever has a session and a vault, and the way to both to others. */
export function WalletGate({ children }: { children: (cards: StoredCard[]) => ReactNode }) {
  const session = useWalletSession();
  const vault = useVault();
  const cards = useCards();
  const error = vault.error ?? cards.error;
  if (error) return <FailureNote error={error} retry={() => window.location.reload()} />;
  if (session.isPending || !vault.data || !cards.data) {
    return <SkeletonRows label="Opening the wallet" rows={4} />;
  }
  // Where the service does not answer, what is on this device can be seen all the same.
  if (session.data && !mayEnter(session.data)) return <StartWallet session={session.data} />;
  if (vault.data.state === "none") return <SetupVault />;
  return children(cards.data);
}

function useWalletSession() {
  return useQuery({
    queryKey: walletKeys.session,
    queryFn: getWalletSession,
    staleTime: 60_000,
    retry: false,
    networkMode: "always",
  });
}

function mayEnter({ visitor }: WalletSession): boolean {
  return visitor === "guest" || visitor === "member";
}
