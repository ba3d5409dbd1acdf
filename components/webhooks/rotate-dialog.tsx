"use client";

import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { ROTATION_HOURS } from "#lib/webhooks/contract-limits.ts";
import { NewEndpointSecret } from "./new-endpoint-secret.tsx";
import { type Endpoint, useRotateSecret } from "./use-endpoints.ts";

type RotateDialogProps = { endpoint: Endpoint; onDone: () => void };

/** Asks first, then shows the new secret. Rendered only while open, so that it keeps no secret. */
export function RotateDialog({ endpoint, onDone }: RotateDialogProps) {
  const rotate = useRotateSecret(endpoint.endpointId);
  if (rotate.data) {
    return <NewEndpointSecret {...rotate.data} url={endpoint.url} onDone={onDone} />;
  }
  return (
    <LazyConfirmDialog
      open
      onOpenChange={onDone}
      title="Rotate the signing secret?"
      confirmLabel="Rotate the secret"
      look="primary"
      onConfirm={() => rotate.mutate()}
      pending={rotate.isPending}
      error={rotate.error ? describeError(rotate.error) : undefined}
    >
      <p>
        You get a new secret. For {ROTATION_HOURS} hours each delivery is signed with both, so that
        your server can move to the new one without losing a delivery; after that, the old one no
        longer signs.
      </p>
    </LazyConfirmDialog>
  );
}
