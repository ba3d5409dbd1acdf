"use client";

import type { ReactNode } from "react";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import type { ConsoleEntry } from "./consoles.ts";
import { EnvironmentProvider } from "./environment.tsx";
import { OtherConsole } from "./other-console.tsx";
import { SessionProvider } from "./session.tsx";
import { useSessionQuery } from "./use-session-query.ts";

/** Lets those in who are signed in and have use for this console. */
export function SessionGate({ entry, children }: { entry: ConsoleEntry; children: ReactNode }) {
  const { data: session, error, isPending, isFetching, refetch } = useSessionQuery();
  if (error && !isSignedOut(error)) {
    return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  }
  // Signed out: the way to the sign-in page has been taken, this document is about to end.
  if (isPending || error) return <ShellSkeleton />;
  if (!entry.kinds.includes(session.organization.kind)) {
    return <OtherConsole entry={entry} organization={session.organization} />;
  }
  return (
    <SessionProvider session={session}>
      <EnvironmentProvider environments={session.environments}>{children}</EnvironmentProvider>
    </SessionProvider>
  );
}

function isSignedOut(error: Error): boolean {
  return error instanceof ApiError && error.code === "unauthorized";
}

function ShellSkeleton() {
  return (
    <div role="status" className="md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
      <span className="sr-only">Loading the console</span>
      <div className="hidden h-dvh space-y-4 border-r border-line bg-copy p-4 md:block">
        <Skeleton className="h-8 w-28" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-9 w-full" />
      </div>
      <div className="h-14 border-b border-line bg-copy md:hidden" />
      <div className="mx-auto w-full max-w-6xl space-y-6 px-4 py-6 md:px-8 md:py-8">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-64 w-full" />
      </div>
    </div>
  );
}
