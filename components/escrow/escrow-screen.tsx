"use client";

import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { useEnvironment } from "#components/console/environment.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import { EscrowAges, EscrowFigures } from "./escrow-figures.tsx";

export function EscrowScreen() {
  return (
    <>
      <PageHeader
        title="Escrow"
        description="Receipts for cards that nobody has registered yet. They are sealed, and are handed over when an issuer registers the card."
      />
      <EscrowOverview />
    </>
  );
}

function EscrowOverview() {
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
          title="Nothing in escrow"
          action={<ButtonLink href="/wallet?demo">Open the demo wallet</ButtonLink>}
        >
          When an unregistered card pays, its receipt waits here for {escrow.escrowDays} days.
          Adding the card to a wallet hands it over.
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <EscrowFigures escrow={escrow} />
      <Panel
        title="By age"
        description={`After ${escrow.escrowDays} days a receipt expires: it is destroyed, and nobody can open it.`}
      >
        <EscrowAges escrow={escrow} />
      </Panel>
      <p className="max-w-[72ch] text-sm text-muted text-pretty">
        Until a card is registered, its receipts belong to no issuer. Every issuer therefore sees
        the same figures for the environment: how many are waiting and how many days old they are,
        but not whose they are, where they were made, or for how much.
      </p>
    </>
  );
}

const POLL_INTERVAL_MS = 30_000;

function useEscrow() {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: keyOf("GET /api/console/escrow", environment),
    queryFn: ({ signal }) => api("GET /api/console/escrow", { environment, signal }),
    refetchInterval: POLL_INTERVAL_MS,
  });
}
