"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "#components/ui/button.tsx";
import { ButtonLink } from "#components/ui/button-link.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { describeError } from "#lib/client/describe-error.ts";
import { signInPath } from "#lib/client/return-path.ts";
import { signOut } from "#lib/client/sign-in.ts";
import type { SessionResource } from "#lib/contract/session.ts";

/** For members of an issuer: the terminal is what their cardholders tap. */
export function IssuerNote({ organization }: { organization: SessionResource["organization"] }) {
  return (
    <Notice label={organization.name} title="The terminal is the merchant’s">
      <p>
        {organization.name} is an issuer: it opens receipts, and merchants make them. To see a
        receipt being made, sign in for a merchant, or for a platform, which is both.
      </p>
      <ChangeAccount>Sign out, and in as a merchant</ChangeAccount>
      <ButtonLink href="/wallet" look="secondary" className="w-full">
        Open the wallet instead
      </ButtonLink>
    </Notice>
  );
}

/** For guests of the demo wallet, whose session takes no payments. */
export function GuestNote() {
  return (
    <Notice label="Guest of the demo wallet" title="The terminal is the merchant’s">
      <p>
        You are a guest of the demo wallet here, and guests take no payments. Sign in for a
        merchant, or for the platform: the wallet stays open beside it.
      </p>
      <ChangeAccount>Sign in as a merchant</ChangeAccount>
      <ButtonLink href="/wallet" look="secondary" className="w-full">
        Back to the wallet
      </ButtonLink>
    </Notice>
  );
}

function ChangeAccount({ children }: { children: string }) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: signOut,
    // A new document, so that nothing of the session that ended stays in memory.
    onSuccess: () => window.location.assign(signInPath("/terminal")),
  });
  return (
    <>
      {error ? <Callout tone="alarm">{describeError(error)}</Callout> : null}
      <Button pending={isPending} onClick={() => mutate()} className="w-full">
        {children}
      </Button>
    </>
  );
}
