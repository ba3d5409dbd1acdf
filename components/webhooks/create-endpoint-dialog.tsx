"use client";

import { environmentLooks, useEnvironment } from "#components/console/environment.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { emptyEndpointFields } from "./endpoint-fields.ts";
import { NewEndpointSecret } from "./new-endpoint-secret.tsx";
import { useCreateEndpoint } from "./use-endpoints.ts";

type CreateEndpointDialogProps = { receiver: string; onDone: () => void };

/** Asks for the address, then shows the secret. Rendered only while open, so that it keeps no secret. */
export function CreateEndpointDialog({ receiver, onDone }: CreateEndpointDialogProps) {
  const { environment } = useEnvironment();
  const create = useCreateEndpoint();
  if (create.data) {
    return <NewEndpointSecret {...create.data} receiver={receiver} onDone={onDone} />;
  }
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title="Add a webhook endpoint"
      description={`It gets the events of ${environmentLooks[environment].label.toLowerCase()}.`}
    >
      <EndpointForm
        initial={emptyEndpointFields}
        submitLabel="Add the endpoint"
        onSubmit={(request) => create.mutate(request)}
        pending={create.isPending}
        error={create.error}
        onCancel={onDone}
      />
    </Dialog>
  );
}

// The form and its schemas are loaded on demand.
const EndpointForm = loadedLater(async () => (await import("./endpoint-form.tsx")).EndpointForm, {
  waiting: <SkeletonRows label="Loading the form" rows={4} bare />,
});
