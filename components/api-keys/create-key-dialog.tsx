"use client";

import { environmentLooks } from "#components/console/environment.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import type { Environment } from "#lib/core/vocabulary.ts";
import { NewSecret } from "./new-secret.tsx";
import { useCreateApiKey } from "./use-api-keys.ts";

type CreateKeyDialogProps = { environment: Environment; onDone: () => void };

/** Asks for the purpose of the key, then shows it. Rendered only while open, so that it keeps no secret. */
export function CreateKeyDialog({ environment, onDone }: CreateKeyDialogProps) {
  const create = useCreateApiKey(environment);
  if (create.data) {
    return <NewSecret created={create.data} environment={environment} onDone={onDone} />;
  }
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title="Create an API key"
      description={`It works only in ${environmentLooks[environment].label.toLowerCase()}.`}
    >
      <CreateKeyForm create={create} onCancel={onDone} />
    </Dialog>
  );
}

// Most visits create no key, so the form and its schemas are loaded on demand.
const CreateKeyForm = loadedLater(
  async () => (await import("./create-key-form.tsx")).CreateKeyForm,
  { waiting: <SkeletonRows label="Loading the form" rows={5} bare /> },
);
