"use client";

import type { ReactNode } from "react";
import { consoles } from "#components/console/consoles.ts";
import { EnvironmentProvider } from "#components/console/environment.tsx";
import { SessionProvider } from "#components/console/session.tsx";
import { useSessionQuery } from "#components/console/use-session-query.ts";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { GuestNote, IssuerNote } from "./not-for-you.tsx";

/** Lets those in who are signed in for an organization that takes payments. */
export function TerminalGate({ children }: { children: ReactNode }) {
  const { data: session, error, isPending, isFetching, refetch } = useSessionQuery();
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === "forbidden") return <GuestNote />;
  if (error && code !== "unauthorized") {
    return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  }
  // Signed out: the way to the sign-in page has been taken, this document is about to end.
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
    <div role="status">
      <span className="sr-only">Loading the terminal</span>
      <div className="h-16 border-b border-line bg-copy" />
      <div className="mx-auto grid max-w-[88rem] gap-8 px-4 py-6 sm:px-8 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="space-y-6">
          <Skeleton className="h-10 w-64" />
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
            {tiles.map((tile) => (
              <Skeleton key={tile} className="h-34 w-full" />
            ))}
          </div>
        </div>
        <Skeleton className="hidden h-96 w-full lg:block" />
      </div>
    </div>
  );
}

const tiles = Array.from({ length: 12 }, (_, at) => `tile-${at}`);
