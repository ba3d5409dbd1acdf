"use client";

import { useRouter } from "next/navigation";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { environmentLooks, useEnvironment } from "#components/console/environment.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { emptyEndpointFields } from "./endpoint-fields.ts";
import { NewEndpointSecret } from "./new-endpoint-secret.tsx";
import { useCreateEndpoint } from "./use-endpoints.ts";

type CreateEndpointDialogProps = { onDone: () => void };

/** Asks for the address, shows the secret, and goes on to the endpoint. Rendered only while open, so that it keeps no secret. */
export function CreateEndpointDialog({ onDone }: CreateEndpointDialogProps) {
  const { environment } = useEnvironment();
  const { base } = useCurrentConsole();
  const router = useRouter();
  const create = useCreateEndpoint();
  if (create.data) {
    const { endpointId, secret, url } = create.data;
    const goOn = () => {
      onDone();
      router.push(`${base}/webhooks/${endpointId}`);
    };
    return <NewEndpointSecret secret={secret} url={url} onDone={goOn} />;
  }
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title="Add a webhook endpoint"
      description={`Receives events from ${environmentLooks[environment].label}.`}
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
