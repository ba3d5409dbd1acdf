"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { Button } from "#components/ui/button.tsx";
import { ButtonLink } from "#components/ui/button-link.tsx";
import { signInPath } from "#lib/client/return-path.ts";
import type { WalletSession } from "#lib/contract/wallet.ts";
import { walletKeys } from "#lib/wallet/query-keys.ts";
import { openGuestSession } from "#lib/wallet/session.ts";
import { FailureNote } from "./failure-note.tsx";

/** For those who are not signed in, or signed in for an organization that opens no receipts. */
export function StartWallet({ session: { visitor, demo } }: { session: WalletSession }) {
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: openGuestSession,
    onSuccess: (session) => client.setQueryData(walletKeys.session, session),
  });
  const isNobody = visitor === "nobody";
  // The landing page's door leads here with the question answered.
  const isAsked = useSearchParams().has("demo");
  useEffect(() => {
    if (isAsked && demo) mutate();
  }, [isAsked, demo, mutate]);

  return (
    <div className="space-y-5">
      <h1 className="text-3xl font-medium tracking-tight text-balance">
        Receipts that only you can read
      </h1>
      <p className="text-pretty text-muted">
        The wallet of an issuer, in your browser: it makes the keys, asks for your finger or PIN,
        and opens the receipts itself.
      </p>
      {isNobody ? null : (
        <p className="text-pretty text-muted">
          You are signed in for an organization that opens no receipts, or for reading only.
          {demo ? " You stay so: the demo wallet is a cardholder’s, beside it." : null}
        </p>
      )}
      <FailureNote error={error} retry={() => mutate()} />
      <div className="space-y-3">
        {demo ? (
          <Button pending={isPending} onClick={() => mutate()} className="w-full">
            Open the demo wallet
          </Button>
        ) : null}
        <ButtonLink
          href={signInPath("/wallet")}
          prefetch={false}
          look="secondary"
          className="w-full"
        >
          Sign in as an issuer
        </ButtonLink>
      </div>
    </div>
  );
}
