"use client";

import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { FailedPage } from "#components/ui/failed-page.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/states.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { type ConsoleEntry, consolesOf } from "./current-console.tsx";
import { EnvironmentProvider } from "./environment.tsx";
import { type ConsoleSession, SessionProvider, useSessionQuery } from "./session.tsx";

/** Admits members whose organization uses this console. */
export function SessionGate({ entry, children }: { entry: ConsoleEntry; children: ReactNode }) {
  const { data: session, error, isPending, isFetching, refetch } = useSessionQuery();
  if (error && !isSignedOut(error)) {
    return (
      <FailedPage
        label={entry.name}
        error={error}
        retry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  // Signed out: the browser is already leaving for the sign-in page.
  if (isPending || error) return <ShellSkeleton entry={entry} />;
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

function ShellSkeleton({ entry }: { entry: ConsoleEntry }) {
  return (
    <div className="desk:grid desk:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="hidden h-dvh space-y-4 border-r border-line bg-copy p-4 desk:block">
        <Skeleton className="h-8 w-28" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-9 w-full" />
      </div>
      <div className="h-14 border-b border-line bg-copy desk:hidden" />
      <main className="mx-auto w-full max-w-6xl space-y-6 px-4 py-6 md:px-8">
        <h1 className="sr-only">{entry.name}</h1>
        <p role="status" className="sr-only">
          Loading the console
        </p>
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-64 w-full" />
      </main>
    </div>
  );
}

type OtherConsoleProps = { entry: ConsoleEntry; organization: ConsoleSession["organization"] };

/** For members of an organization of another kind. */
function OtherConsole({ entry, organization }: OtherConsoleProps) {
  const own = consolesOf(organization.kind);
  return (
    <Notice label={organization.name} title={`Not in the ${entry.name.toLowerCase()}`}>
      <p>
        {organization.name} is {articles[organization.kind]}, so there is nothing to show here.
      </p>
      {own.map(({ href, name }) => (
        <ButtonLink key={href} href={href}>
          Go to the {name.toLowerCase()}
        </ButtonLink>
      ))}
    </Notice>
  );
}

const articles = { merchant: "a merchant", issuer: "an issuer", platform: "a platform" };
