"use client";

import { loadedLater } from "#components/ui/later.tsx";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { ProviderForm } from "#lib/gateways/contract-form.ts";

type ConnectDialogProps = {
  gateway: GatewayName;
  providers: readonly ProviderForm[];
  /** The provider that is connected now. */
  connected: string | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function ConnectDialog({
  gateway,
  providers,
  connected,
  open,
  onOpenChange,
}: ConnectDialogProps) {
  return (
    <LazyDialog
      open={open}
      onOpenChange={onOpenChange}
      title={connected ? "Replace the connection" : "Connect a provider"}
      description="The credentials are tested once, then stored encrypted and never shown again."
    >
      {/* Inside, so that a closed dialog forgets typed text. */}
      <ConnectForm
        gateway={gateway}
        providers={providers}
        connected={connected}
        onDone={() => onOpenChange(false)}
      />
    </LazyDialog>
  );
}

// Most visits change nothing, so the form is loaded on demand.
const ConnectForm = loadedLater(async () => (await import("./connect-form.tsx")).ConnectForm, {
  waiting: <SkeletonRows label="Loading the form" rows={3} bare />,
});
