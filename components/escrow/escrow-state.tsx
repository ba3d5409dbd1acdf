"use client";

import { Hourglass } from "lucide-react";
import { ButtonLink } from "#components/ui/button-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import { EscrowAges } from "./escrow-ages.tsx";
import { EscrowFigures } from "./escrow-figures.tsx";
import { useEscrow } from "./use-escrow.ts";

export function EscrowState() {
  const { data: escrow, error, isPending, isFetching, refetch } = useEscrow();
  if (error) {
    return (
      <div className="border border-line bg-slip">
        <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />
      </div>
    );
  }
  if (isPending) {
    return (
      <div className="border border-line bg-slip">
        <SkeletonRows label="Loading the escrow" rows={8} />
      </div>
    );
  }
  if (escrow.waiting === 0) {
    return (
      <div className="border border-line bg-slip">
        <EmptyState
          icon={Hourglass}
          title="Nothing waits in escrow"
          action={<ButtonLink href="/wallet?demo">Open the demo wallet</ButtonLink>}
        >
          When a card pays that nobody has registered, its receipt waits here for{" "}
          {escrow.escrowDays} days. Adding that card in the wallet hands it over.
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <EscrowFigures escrow={escrow} />
      <Panel
        title="By age"
        description={`After ${escrow.escrowDays} days a receipt expires: it is destroyed, and nobody can open it any more.`}
      >
        <EscrowAges escrow={escrow} />
      </Panel>
      <p className="max-w-[72ch] text-sm text-muted text-pretty">
        Until a card is registered its receipts belong to no issuer, so every issuer is told the
        same of the environment: how many wait and how old they are to the day, and nothing of whom,
        where or for how much.
      </p>
    </>
  );
}
