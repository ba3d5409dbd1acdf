"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";
import { useSession } from "#components/console/session.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";

const RequiredSecondFactor = lazy(async () => ({
  default: (await import("./required-second-factor.tsx")).RequiredSecondFactor,
}));

/** Members who must have a second factor set one up before anything else: the API refuses all other calls. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const { secondFactor, secondFactorRequired } = useSession();
  const isMissing = secondFactorRequired && !secondFactor;
  // Stays open after the setup itself, until the member has seen the recovery codes.
  const [isOpen, setOpen] = useState(isMissing);
  if (isMissing && !isOpen) setOpen(true);
  if (!isOpen) return children;
  return (
    <Suspense fallback={<SkeletonRows label="Loading the setup" rows={4} />}>
      <RequiredSecondFactor onDone={() => setOpen(false)} />
    </Suspense>
  );
}
