"use client";

import dynamic from "next/dynamic";
import { environmentLooks } from "#components/console/environment.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
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
      isWaiting={create.isPending}
      title="Create an API key"
      description={`It works only in ${environmentLooks[environment].label.toLowerCase()}.`}
    >
      <CreateKeyForm create={create} onCancel={onDone} />
    </Dialog>
  );
}

// Most visits create no key, so the form and its schemas are loaded on demand.
const CreateKeyForm = dynamic(
  () => import("./create-key-form.tsx").then((file) => file.CreateKeyForm),
  { loading: () => <SkeletonRows label="Loading the form" rows={5} bare /> },
);
