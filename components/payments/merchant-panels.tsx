"use client";

import { loadedLater } from "#components/ui/later.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";

// The page is all forms, and these are what few visits of it are for.
const RefundLimitsPanel = loadedLater(
  async () => (await import("#components/organizations/refund-limits-panel.tsx")).RefundLimitsPanel,
  { waiting: <Loading title="Refunds by support members" /> },
);
const SigningKeyPanel = loadedLater(
  async () => (await import("#components/api-keys/signing-key-panel.tsx")).SigningKeyPanel,
  { waiting: <Loading title="Signing keys" /> },
);
const ShopNamesPanel = loadedLater(
  async () => (await import("./shop-names-panel.tsx")).ShopNamesPanel,
  { waiting: <Loading title="Shop names" /> },
);

/** What a merchant decides about refunds and signatures. */
export function MerchantPanels() {
  return (
    <>
      <RefundLimitsPanel />
      <ShopNamesPanel />
      <SigningKeyPanel />
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
