"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";
import { useSession } from "#components/console/session.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";

const RequiredSecondFactor = lazy(async () => ({
  default: (await import("./required-second-factor.tsx")).RequiredSecondFactor,
}));

/** Whoever must have a second factor sets one up before anything else: the API refuses all the rest. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const { secondFactor, secondFactorRequired } = useSession();
  const isMissing = secondFactorRequired && !secondFactor;
  // Stays open after the setup itself, until its recovery codes have been seen.
  const [isOpen, setOpen] = useState(isMissing);
  if (isMissing && !isOpen) setOpen(true);
  if (!isOpen) return children;
  return (
    <Suspense fallback={<SkeletonRows label="Loading the setup" rows={4} />}>
      <RequiredSecondFactor onDone={() => setOpen(false)} />
    </Suspense>
  );
}
