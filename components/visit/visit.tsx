"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { SkeletonRows } from "#components/ui/states.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { useVault } from "#components/wallet/use-vault.ts";
import { WalletProvider } from "#components/wallet/wallet-provider.tsx";
import { api } from "#lib/browser/api.ts";
import { createQueryClient } from "#lib/browser/query-client.ts";
import { useVisit } from "./use-visit.ts";
import { describeObstacle, VisitNotice } from "./visit-notice.tsx";
import { VisitShell } from "./visit-shell.tsx";

const VisitPath = lazy(async () => ({ default: (await import("./visit-path.tsx")).VisitPath }));

/** The demo for strangers: a coffee, and its receipt. */
export function Visit() {
  const [number, setNumber] = useState(1);
  return (
    <VisitShell>
      {useHydrated() ? (
        <OneVisit key={number} onRestart={() => setNumber(number + 1)} />
      ) : (
        <Opening />
      )}
    </VisitShell>
  );
}

function Opening() {
  return <SkeletonRows label="Opening the demo" rows={5} />;
}

/** A visit with caches of its own, so that nothing of the one before is left. */
function OneVisit({ onRestart }: { onRestart: () => void }) {
  const [hasEnded, setEnded] = useState(false);
  const [client] = useState(() => createQueryClient({ onSignedOut: () => setEnded(true) }));
  return (
    <QueryClientProvider client={client}>
      <WalletProvider>
        <VisitGate hasEnded={hasEnded} onEnded={() => setEnded(true)} onRestart={onRestart} />
      </WalletProvider>
    </QueryClientProvider>
  );
}

type VisitGateProps = { hasEnded: boolean; onEnded: () => void; onRestart: () => void };

/** What is in the way of a visit, or the visit. */
function VisitGate({ hasEnded, onEnded, onRestart }: VisitGateProps): ReactNode {
  const { opened, latest } = useVisit();
  const vault = useVault();
  const obstacle = describeObstacle({
    hasEnded,
    wasKnown: latest.data !== undefined,
    opening: opened.error,
    vault: vault.error,
  });
  const current = latest.data?.visitId;
  const isReplaced =
    opened.data !== undefined && current !== undefined && current !== opened.data.visitId;
  useEffect(() => {
    // Another tab has started again.
    if (isReplaced) onRestart();
  }, [isReplaced, onRestart]);

  if (obstacle) return <VisitNotice obstacle={obstacle} onRestart={onRestart} />;
  if (!opened.data || !latest.data || !vault.data) return <Opening />;

  const startAgain = async () => {
    await api("POST /api/demo/visit", { body: { startAgain: true } });
    onRestart();
  };
  const { card } = opened.data;
  return (
    <Suspense fallback={<Opening />}>
      <VisitPath visit={latest.data} card={card} onEnded={onEnded} onStartAgain={startAgain} />
    </Suspense>
  );
}
