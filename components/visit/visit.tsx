"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { HomeLink } from "#components/ui/home-link.tsx";
import { Later, loadOnce } from "#components/ui/later.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { useCards } from "#components/wallet/use-cards.ts";
import { useVault } from "#components/wallet/use-vault.ts";
import { WalletProvider } from "#components/wallet/wallet-provider.tsx";
import { XRay, XRayButton } from "#components/x-ray/x-ray.tsx";
import { createQueryClient } from "#lib/browser/query-client.ts";
import { MAX_VISIT_HOURS, VISIT_IDLE_MINUTES } from "#lib/core/retention.ts";
import { useRestart } from "./use-restart.ts";
import { useVisit } from "./use-visit.ts";
import { describeObstacle, VisitNotice } from "./visit-notice.tsx";
import { VisitSkeleton } from "./visit-skeleton.tsx";

const loadVisitPath = loadOnce(async () => (await import("./visit-path.tsx")).VisitPath);

/** The demo for strangers: a coffee, and its receipt. */
export function Visit() {
  const [number, setNumber] = useState(1);
  return (
    <VisitShell>
      {useHydrated() ? (
        <OneVisit key={number} onRestart={() => setNumber(number + 1)} />
      ) : (
        <VisitSkeleton />
      )}
    </VisitShell>
  );
}

/** The page around a visit. */
function VisitShell({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[92rem] px-5 pb-10 sm:px-8 xl:px-10">
      <header className="[body:has(#presenter)_&]:hidden flex min-h-12 tall:min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
        <HomeLink />
        <p className="min-w-0 grow basis-40 text-right text-sm text-muted text-balance max-[22rem]:text-left">
          Play money, no account. Deleted {VISIT_IDLE_MINUTES} minutes after you leave
          <span className="max-sm:hidden">, or after {MAX_VISIT_HOURS} hours</span>.
        </p>
        <XRayButton />
      </header>
      <main>{children}</main>
      <XRay />
    </div>
  );
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
  const cards = useCards();
  const restart = useRestart(onRestart);
  const isOther = opened.data && latest.data && opened.data.visitId !== latest.data.visitId;
  const obstacle = describeObstacle({
    hasEnded,
    isReplaced: isOther === true && !restart.isPending,
    wasKnown: latest.data !== undefined,
    opening: opened.error,
    asking: latest.error,
    device: vault.error ?? cards.error,
  });
  if (obstacle) return <VisitNotice obstacle={obstacle} onRestart={onRestart} />;
  if (!opened.data || !latest.data || !vault.data || !cards.data) return <VisitSkeleton />;
  return (
    <>
      <Later load={loadVisitPath} waiting={<VisitSkeleton />}>
        {(VisitPath) => (
          <VisitPath
            visit={latest.data}
            card={opened.data.card}
            cards={cards.data}
            onEnded={onEnded}
            restart={restart}
          />
        )}
      </Later>
      {latest.error ? (
        <NoAnswer onRetry={() => void latest.refetch()} isPending={latest.isFetching} />
      ) : null}
    </>
  );
}

type NoAnswerProps = { onRetry: () => void; isPending: boolean };

/** Over the page, so that nothing in it moves: all that is here already stays. */
function NoAnswer({ onRetry, isPending }: NoAnswerProps) {
  return (
    <div
      role="status"
      className="fixed inset-x-4 bottom-4 z-10 mx-auto flex max-w-lg items-center justify-between gap-4 border border-l-2 border-line border-l-escrowed bg-slip py-2 pr-2 pl-4 text-sm shadow-xl"
    >
      <p>The service does not answer. What is here stays.</p>
      <Button look="secondary" size="small" pending={isPending} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
