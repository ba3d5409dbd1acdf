"use client";

import type { ComponentProps } from "react";
import { SessionProvider, useSessionQuery } from "#components/console/session.tsx";
import { ErrorState, Skeleton } from "#components/ui/states.tsx";
import { StepUpForm } from "./step-up-form.tsx";

/** The form for pages that do not know who is signed in until somebody has to prove it. */
export function MemberStepUp(props: ComponentProps<typeof StepUpForm>) {
  const { data: session, error, isPending, isFetching, refetch } = useSessionQuery();
  if (error) return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  if (isPending) return <Skeleton className="h-40 w-full" />;
  return (
    <SessionProvider session={session}>
      <StepUpForm {...props} />
    </SessionProvider>
  );
}
