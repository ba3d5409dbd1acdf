"use client";

import { useEffect } from "react";
import { useSessionQuery } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { FocusHere } from "#components/ui/focus-here.tsx";
import { readSiteData, writeSiteData } from "#lib/browser/site-data.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { AccountHeading } from "./account-heading.tsx";
import { AccountWaiting, type AccountWaitingProps } from "./account-waiting.tsx";
import { goHome } from "./go-home.ts";
import { useConfirmEmail, useEmailOfLink } from "./use-email.ts";
import { useLinkToken } from "./use-link-token.ts";

const title = "Confirm your email address";

/** The page behind the link that makes an address a member's. It works in their own session only. */
export function ConfirmEmail() {
  const token = useKeptToken();
  const query = useSessionQuery();
  const { data: session, error } = query;
  if (error && !isSignedOut(error)) return <Waiting query={query} />;
  // Signed out: the browser is already leaving for the sign-in page.
  if (!session || error || token === undefined) return <Waiting />;
  return <Confirm token={token} signedInAs={session.member.email} />;
}

const KEPT_TOKEN = "sealslip-email-link";

/** The link's token, kept for this tab while the member signs in first. */
function useKeptToken(): string | undefined {
  const token = useLinkToken();
  useEffect(() => {
    if (token) writeSiteData("sessionStorage", KEPT_TOKEN, token);
  }, [token]);
  return token === "" ? (readSiteData("sessionStorage", KEPT_TOKEN) ?? "") : token;
}

function isSignedOut(error: Error): boolean {
  return error instanceof ApiError && error.code === "unauthorized";
}

function Confirm({ token, signedInAs }: { token: string; signedInAs: string }) {
  const query = useEmailOfLink(token);
  const { data: link, error } = query;
  const confirm = useConfirmEmail();
  if (confirm.isSuccess) {
    return (
      <FocusHere>
        <AccountHeading title="Your address is confirmed">
          You sign in with <Address>{confirm.data.email}</Address>.
        </AccountHeading>
        <Button className="mt-5 w-full" onClick={() => void goHome()}>
          Continue
        </Button>
      </FocusHere>
    );
  }
  if (token === "" || isNotFound(error) || isNotFound(confirm.error)) {
    return (
      <>
        <AccountHeading title="This link is not valid here">
          It was used, it has expired, or another account asked for it: you are signed in as{" "}
          <Address>{signedInAs}</Address>. Your account page sends a new one.
        </AccountHeading>
        <Button className="mt-5 w-full" onClick={() => void goHome()}>
          Continue
        </Button>
      </>
    );
  }
  if (error || !link) return <Waiting query={query} />;
  return (
    <>
      <AccountHeading title={title}>
        {link.email === signedInAs ? (
          <>
            You sign in with <Address>{link.email}</Address>, and email about your account goes
            there.
          </>
        ) : (
          <>
            From now on you sign in with <Address>{link.email}</Address> instead of{" "}
            <Address>{signedInAs}</Address>, and email about your account goes there.
          </>
        )}
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

function Waiting(props: Pick<AccountWaitingProps, "query">) {
  return <AccountWaiting title={title} label="Opening the link" rows={3} {...props} />;
}

function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "not_found";
}

function Address({ children }: { children: string }) {
  return <span className="text-ink wrap-anywhere">{children}</span>;
}
