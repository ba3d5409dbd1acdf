"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Later, loadOnce } from "#components/ui/later.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { useTranslate } from "#components/ui/use-translate.ts";
import { signInPath } from "#lib/browser/return-path.ts";
import { startVisit, type WalletVisit } from "#lib/wallet/call-api.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { FailureNote } from "./failure-note.tsx";
import { OpeningWallet } from "./opening-wallet.tsx";
import { useCards } from "./use-cards.ts";
import { useKnownLists } from "./use-receipts.ts";
import { useVault } from "./use-vault.ts";
import { useWalletSession } from "./use-wallet-session.ts";
import { walletKeys } from "./wallet-state.ts";

const loadSetupVault = loadOnce(async () => (await import("./setup-vault.tsx")).SetupVault);

/** Shows a page of the wallet to visitors with a session and a vault, and helps others to get both. */
export function WalletGate({ children }: { children: (cards: StoredCard[]) => ReactNode }) {
  const session = useWalletSession();
  const vault = useVault();
  const cards = useCards();
  const lists = useKnownLists();
  const error = vault.error ?? cards.error;
  if (useHydrated() && !window.isSecureContext) return <InsecureNote />;
  if (error) return <FailureNote error={error} retry={() => window.location.reload()} />;
  if (!vault.data || !cards.data || lists.isPending) return <OpeningWallet />;
  // What is on this device is shown even before the service answers, or if it does not answer.
  const hasKept = vault.data.state === "ready" && (lists.data?.size ?? 0) > 0;
  if (session.isPending && !hasKept) return <OpeningWallet />;
  if (session.data && !mayEnter(session.data)) return <StartWallet session={session.data} />;
  if (vault.data.state === "none") {
    return (
      <Later load={loadSetupVault} waiting={<OpeningWallet />}>
        {(SetupVault) => <SetupVault />}
      </Later>
    );
  }
  return children(cards.data);
}

/** Over plain HTTP a browser has neither keys nor hashes; localhost is the exception. */
function InsecureNote() {
  const t = useTranslate();
  return (
    <Callout tone="alarm" title={t("The wallet needs HTTPS")}>
      <p className="text-muted">
        {t(
          "Browsers offer no cryptography to pages over plain HTTP. Open this address with https, or on localhost.",
        )}
      </p>
    </Callout>
  );
}

function mayEnter({ visitor }: WalletVisit): boolean {
  return visitor === "visit" || visitor === "member";
}

/** For visitors who are not signed in, or whose organization opens no receipts. */
function StartWallet({ session: { visitor, demo } }: { session: WalletVisit }) {
  const t = useTranslate();
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: startVisit,
    onSuccess: (session) => client.setQueryData(walletKeys.session, session),
  });
  const isSignedOut = visitor === "nobody";
  // The landing page links here with the choice already made.
  const isAsked = useSearchParams().has("demo");
  useEffect(() => {
    if (isAsked && demo) mutate();
  }, [isAsked, demo, mutate]);

  return (
    <div className="space-y-5">
      <h1 className="text-3xl font-medium tracking-tight text-balance">
        {t("Receipts that only you can read")}
      </h1>
      <p className="text-pretty text-muted">
        {t(
          "An issuer’s wallet, in your browser: it creates the keys, asks for your fingerprint or PIN, and opens the receipts itself.",
        )}
      </p>
      {isSignedOut ? (
        <p className="text-pretty text-muted">
          {t(
            "A new phone for a card that your bank registered? The bank’s own wallet shows the code for it: sign in as that issuer.",
          )}
        </p>
      ) : (
        <p className="text-pretty text-muted">
          {t(
            "You are signed in to an organization that opens no receipts, or with a view-only role.",
          )}
          {demo
            ? ` ${t("You stay signed in: the demo wallet is a cardholder’s, beside it, and gets what is bought in the demo.")}`
            : null}
        </p>
      )}
      <FailureNote error={error} retry={() => mutate()} />
      <div className="space-y-3">
        {demo ? (
          <Button pending={isPending} onClick={() => mutate()} className="w-full">
            {t("Open the demo wallet")}
          </Button>
        ) : null}
        <ButtonLink
          href={signInPath("/wallet")}
          prefetch={false}
          look="secondary"
          className="w-full"
        >
          {t("Sign in as an issuer")}
        </ButtonLink>
      </div>
    </div>
  );
}
