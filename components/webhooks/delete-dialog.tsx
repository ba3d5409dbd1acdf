"use client";

import { toast } from "sonner";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { endpointName } from "./endpoint-name.ts";
import { type Endpoint, useDeleteEndpoint } from "./use-endpoints.ts";

type DeleteDialogProps = { endpoint: Endpoint; onDone: () => void; onDeleted: () => void };

export function DeleteDialog({ endpoint, onDone, onDeleted }: DeleteDialogProps) {
  const { endpointId, url } = endpoint;
  const remove = useDeleteEndpoint(endpointId);
  function confirm() {
    const onSuccess = () => {
      toast.success("The endpoint is deleted");
      onDeleted();
    };
    remove.mutate(undefined, { onSuccess });
  }
  return (
    <LazyConfirmDialog
      open
      onOpenChange={onDone}
      title={`Delete ${endpointName(endpoint)}?`}
      confirmLabel="Delete the endpoint"
      onConfirm={confirm}
      pending={remove.isPending}
      error={remove.error ? describeError(remove.error) : undefined}
    >
      <p>
        Nothing is sent to <code className="font-mono text-xs wrap-anywhere">{url}</code> any more,
        and its delivery log is deleted with its secret. This cannot be undone; the events
        themselves stay.
      </p>
    </LazyConfirmDialog>
  );
}
