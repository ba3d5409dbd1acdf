"use client";

import { type ReactNode, useState } from "react";
import { useSession } from "#components/console/session.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";

const RequiredSecondFactor = loadedLater(
  async () => (await import("./required-second-factor.tsx")).RequiredSecondFactor,
  { waiting: <SkeletonRows label="Loading the setup" rows={4} /> },
);

/** Members who must have a second factor set one up before anything else: the API refuses all other calls. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const { secondFactor, secondFactorRequired } = useSession();
  const isMissing = secondFactorRequired && !secondFactor;
  // Stays open after the setup itself, until the member has seen the recovery codes.
  const [isOpen, setOpen] = useState(isMissing);
  if (isMissing && !isOpen) setOpen(true);
  if (!isOpen) return children;
  return <RequiredSecondFactor onDone={() => setOpen(false)} />;
}
