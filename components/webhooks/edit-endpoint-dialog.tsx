"use client";

import { toast } from "sonner";
import { Dialog } from "#components/ui/dialog.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { toEndpointFields } from "./endpoint-fields.ts";
import { type Endpoint, useChangeEndpoint } from "./use-endpoints.ts";

type EditEndpointDialogProps = { endpoint: Endpoint; onDone: () => void };

export function EditEndpointDialog({ endpoint, onDone }: EditEndpointDialogProps) {
  const change = useChangeEndpoint(endpoint.endpointId);
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title="Edit the endpoint"
      description="Deliveries that are retried go to the new address, too."
    >
      <EndpointForm
        initial={toEndpointFields(endpoint)}
        submitLabel="Save"
        onSubmit={(request) =>
          change.mutate(request, {
            onSuccess: () => {
              toast.success("The endpoint is changed");
              onDone();
            },
          })
        }
        pending={change.isPending}
        error={change.error}
        onCancel={onDone}
      />
    </Dialog>
  );
}

// The form and its schemas are loaded on demand.
const EndpointForm = loadedLater(async () => (await import("./endpoint-form.tsx")).EndpointForm, {
  waiting: <SkeletonRows label="Loading the form" rows={4} bare />,
});
