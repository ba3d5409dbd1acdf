"use client";

import { useEffect } from "react";
import { useSessionQuery } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { ApiError } from "#lib/browser/api-error.ts";
import { AccountHeading } from "./account-heading.tsx";
import { goHome } from "./go-home.ts";
import { useConfirmEmail } from "./use-email.ts";
import { useLinkToken } from "./use-link-token.ts";

/** The page behind the link that makes an address a member's. It counts in their own session alone. */
export function ConfirmEmail() {
  const token = useKeptToken();
  const { data: session, error, isPending, isFetching, refetch } = useSessionQuery();
  if (error && !isSignedOut(error)) {
    return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  }
  // Signed out: the browser is already leaving for the sign-in page.
  if (isPending || error || token === undefined) {
    return <SkeletonRows label="Opening the link" rows={3} />;
  }
  return <Confirm token={token} signedInAs={session.member.email} />;
}

const KEPT_TOKEN = "sealslip-email-link";

/** The link's token, which is still there for this tab after somebody had to sign in first. */
function useKeptToken(): string | undefined {
  const token = useLinkToken();
  useEffect(() => {
    if (token) sessionStorage.setItem(KEPT_TOKEN, token);
  }, [token]);
  return token === "" ? (sessionStorage.getItem(KEPT_TOKEN) ?? "") : token;
}

function isSignedOut(error: Error): boolean {
  return error instanceof ApiError && error.code === "unauthorized";
}

function Confirm({ token, signedInAs }: { token: string; signedInAs: string }) {
  const confirm = useConfirmEmail();
  if (confirm.isSuccess) {
    return (
      // The button that had the focus is gone.
      <div tabIndex={-1} ref={(element) => element?.focus()} className="outline-none">
        <AccountHeading title="Your address is confirmed">
          You sign in with <span className="text-ink wrap-anywhere">{confirm.data.email}</span>.
        </AccountHeading>
        <Button className="mt-5 w-full" onClick={() => void goHome()}>
          Continue
        </Button>
      </div>
    );
  }
  if (token === "" || (confirm.error instanceof ApiError && confirm.error.code === "not_found")) {
    return (
      <>
        <AccountHeading title="This link is not valid here">
          It was used, it has expired, or another account asked for it: you are signed in as{" "}
          <span className="text-ink wrap-anywhere">{signedInAs}</span>. Your account page sends a
          new one.
        </AccountHeading>
        <Button className="mt-5 w-full" onClick={() => void goHome()}>
          Continue
        </Button>
      </>
    );
  }
  return (
    <>
      <AccountHeading title="Confirm your email address">
        You sign in with it from now on, and email about your account goes there.
      </AccountHeading>
      <div className="mt-5 space-y-4">
        <ErrorCallout error={confirm.error} />
        <Button
          className="w-full"
          pending={confirm.isPending}
          onClick={() => confirm.mutate(token)}
        >
          Confirm the address
        </Button>
      </div>
    </>
  );
}
