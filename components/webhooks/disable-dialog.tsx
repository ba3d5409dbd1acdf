"use client";

import { toast } from "sonner";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { EVENT_DAYS } from "#lib/core/retention.ts";
import { endpointName } from "./endpoint-name.ts";
import { type Endpoint, useChangeEndpoint } from "./use-endpoints.ts";

type DisableDialogProps = { endpoint: Endpoint; onDone: () => void };

export function DisableDialog({ endpoint, onDone }: DisableDialogProps) {
  const change = useChangeEndpoint(endpoint.endpointId);
  function confirm() {
    const onSuccess = () => {
      toast.success("The endpoint is disabled");
      onDone();
    };
    change.mutate({ status: "disabled" }, { onSuccess });
  }
  return (
    <LazyConfirmDialog
      open
      onOpenChange={onDone}
      title={`Disable ${endpointName(endpoint)}?`}
      confirmLabel="Disable"
      look="primary"
      onConfirm={confirm}
      pending={change.isPending}
      error={change.error ? describeError(change.error) : undefined}
    >
      <p>
        Nothing is sent to it until it is enabled again, and the retries of failed deliveries end.
        Events are kept for {EVENT_DAYS} days: what it misses, and what has failed, can be sent when
        you enable it.
      </p>
    </LazyConfirmDialog>
  );
}
