"use client";

import { useState } from "react";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { describeError } from "#lib/client/describe-error.ts";
import type { SigningKeyResource } from "#lib/contract/signing-keys.ts";
import { useRemoveSigningKey } from "./use-signing-key-changes.ts";

type RemoveSigningKeyProps = { signingKey: SigningKeyResource; noticeId: string };

export function RemoveSigningKey({ signingKey, noticeId }: RemoveSigningKeyProps) {
  const [asking, setAsking] = useState(false);
  const mayRemove = useMay("developer");
  const remove = useRemoveSigningKey(signingKey);
  function ask(open: boolean) {
    remove.reset();
    setAsking(open);
  }
  return (
    <>
      <Button
        look="ghost"
        size="small"
        className="text-alarm max-md:-ml-2.5 md:-mr-2.5"
        aria-label={`Remove ${signingKey.name}`}
        aria-describedby={mayRemove ? undefined : noticeId}
        disabled={!mayRemove}
        onClick={() => ask(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={`Remove ${signingKey.name}?`}
        confirmLabel="Remove"
        onConfirm={() => remove.mutate()}
        pending={remove.isPending || remove.isSuccess}
        error={remove.error ? describeError(remove.error) : undefined}
      >
        <p>
          The service takes no more signatures of this key. The same key can be added again later.
        </p>
      </ConfirmDialog>
    </>
  );
}
