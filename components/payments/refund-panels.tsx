"use client";

import { loadedLater } from "#components/ui/later.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";

// The page is all forms, and these are what few visits of it are for.
const RefundLimitsPanel = loadedLater(
  async () => (await import("#components/organizations/refund-limits-panel.tsx")).RefundLimitsPanel,
  { waiting: <Loading title="Refunds by support members" /> },
);
const ShopNamesPanel = loadedLater(
  async () => (await import("./shop-names-panel.tsx")).ShopNamesPanel,
  { waiting: <Loading title="Shop names" /> },
);

/** What an organization decides about its refunds. */
export function RefundPanels() {
  return (
    <>
      <RefundLimitsPanel />
      <ShopNamesPanel />
    </>
  );
}

function Loading({ title }: { title: string }) {
  return (
    <Panel title={title} flush>
      <SkeletonRows label={`Loading: ${title}`} rows={2} />
    </Panel>
  );
}
