"use client";

import { PageHeader } from "#components/ui/page-header.tsx";
import { EscrowState } from "./escrow-state.tsx";

export function EscrowScreen() {
  return (
    <>
      <PageHeader
        title="Escrow"
        description="Receipts of cards that nobody has registered yet. They are sealed, wait for their card, and are handed over when an issuer registers it."
      />
      <EscrowState />
    </>
  );
}
