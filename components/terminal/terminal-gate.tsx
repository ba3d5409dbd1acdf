"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { consoles } from "#components/console/current-console.tsx";
import { EnvironmentProvider } from "#components/console/environment.tsx";
import {
  type ConsoleSession,
  SessionProvider,
  useSessionQuery,
} from "#components/console/session.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { FailedPage } from "#components/ui/failed-page.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/states.tsx";
import { signInPath } from "#lib/browser/return-path.ts";
import { signOut } from "#lib/browser/sign-in.ts";
import { ApiError } from "#lib/client/api-error.ts";

/** Admits members whose organization takes payments. */
export function TerminalGate({ children }: { children: ReactNode }) {
  const { data: session, error, isPending, isFetching, refetch } = useSessionQuery();
  const code = error instanceof ApiError ? error.code : undefined;
  if (error && code !== "unauthorized") {
    return (
      <FailedPage
        label="Terminal"
        error={error}
        retry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  // Signed out: the browser is already leaving for the sign-in page.
  if (isPending || error) return <TerminalSkeleton />;
  const { organization, environments } = session;
  if (!takesPayments(organization.kind)) return <IssuerNote organization={organization} />;
  return (
    <SessionProvider session={session}>
      <EnvironmentProvider environments={environments}>{children}</EnvironmentProvider>
    </SessionProvider>
  );
}

function takesPayments(kind: string): boolean {
  return consoles.merchant.kinds.some((allowed) => allowed === kind);
}

function TerminalSkeleton() {
  return (
    <>
      <div className="h-16 border-b border-line bg-copy" />
      <main className="mx-auto grid max-w-[88rem] gap-10 px-4 py-6 sm:px-8 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="space-y-6">
          <h1 className="sr-only">Terminal</h1>
          <p role="status" className="sr-only">
            Loading the terminal
          </p>
          <div className="h-30 sm:h-15">
            <Skeleton className="h-9 w-64" />
          </div>
          <div className="grid grid-cols-2 gap-2.5 sm:grid-cols-3 sm:gap-3 xl:grid-cols-4">
            {tiles.map((tile) => (
              <div key={tile} className="flex h-34 xl:h-42">
                <Skeleton className="grow" />
              </div>
            ))}
          </div>
        </div>
        <div className="hidden lg:block">
          <Skeleton className="h-60 w-full" />
        </div>
      </main>
    </>
  );
}

const tiles = Array.from({ length: 12 }, (_, at) => `tile-${at}`);

/** For members of an issuer: the terminal is what their cardholders tap. */
function IssuerNote({ organization }: { organization: ConsoleSession["organization"] }) {
  return (
    <Notice label={organization.name} title="The terminal is for merchants">
      <p>
        {organization.name} is an issuer: it opens receipts, and merchants create them. To see a
        receipt being created, sign in as a merchant, or as a platform, which is both.
      </p>
      <ChangeAccount>Sign out and sign in as a merchant</ChangeAccount>
      <ButtonLink href="/wallet" look="secondary" className="w-full">
        Open the wallet instead
      </ButtonLink>
    </Notice>
  );
}

function ChangeAccount({ children }: { children: string }) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: signOut,
    // A new document, so that nothing of the session that ended stays in memory.
    onSuccess: () => window.location.assign(signInPath(`/terminal${window.location.search}`)),
  });
  return (
    <>
      <ErrorCallout error={error} />
      <Button pending={isPending} onClick={() => mutate()} className="w-full">
        {children}
      </Button>
    </>
  );
}
