"use client";

import { toast } from "sonner";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { Time } from "#components/ui/time.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import { type ListedApiKey, useRevokeApiKey } from "./use-api-keys.ts";

type RevokeKeyDialogProps = {
  apiKey: ListedApiKey;
  environment: Environment;
  onDone: () => void;
};

export function RevokeKeyDialog({ apiKey, environment, onDone }: RevokeKeyDialogProps) {
  const { id, name, hint, lastUsedAt, lastUsedAddress } = apiKey;
  const revoke = useRevokeApiKey(environment);
  function confirm() {
    revoke.mutate(id, {
      onSuccess: () => {
        toast.success(`“${name}” is revoked`);
        onDone();
      },
    });
  }
  return (
    <LazyConfirmDialog
      open
      onOpenChange={onDone}
      title={`Revoke “${name}”?`}
      confirmLabel="Revoke the key"
      onConfirm={confirm}
      pending={revoke.isPending}
      error={revoke.error ? describeError(revoke.error) : undefined}
    >
      <p>
        <code className="font-mono text-xs">{hint}</code> is refused with 401 from then on, on every
        server. This cannot be undone.
      </p>
      <p className="text-muted">
        {lastUsedAt === null ? (
          "It was never used."
        ) : (
          <>
            It was last used <Time at={lastUsedAt} />
            {lastUsedAddress ? ` from ${lastUsedAddress}` : ""}.
          </>
        )}
      </p>
    </LazyConfirmDialog>
  );
}
