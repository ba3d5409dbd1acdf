"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { DialogForm } from "#components/ui/form.tsx";
import { LazyConfirmDialog, LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { passkeyRename } from "#lib/accounts/contract-passkeys.ts";
import { describeError, sortRefusal } from "#lib/browser/describe-error.ts";
import { explainIssue } from "#lib/core/explain-issue.ts";
import { type ListedPasskey, useRemovePasskey, useRenamePasskey } from "./use-passkeys.ts";

export function PasskeyControls({ passkey }: { passkey: ListedPasskey }) {
  const [open, setOpen] = useState<"rename" | "remove">();
  const remove = useRemovePasskey(passkey);
  const close = () => setOpen(undefined);
  return (
    <span className="inline-flex gap-1 max-md:-ml-2.5 md:-mr-2.5">
      <Button
        size="small"
        look="ghost"
        aria-label={`Rename ${passkey.name}`}
        onClick={() => setOpen("rename")}
      >
        Rename
      </Button>
      <Button
        size="small"
        look="ghost"
        className="text-alarm"
        aria-label={`Remove ${passkey.name}`}
        onClick={() => {
          remove.reset();
          setOpen("remove");
        }}
      >
        Remove
      </Button>
      <LazyDialog open={open === "rename"} onOpenChange={close} title="Rename the passkey">
        <RenameForm passkey={passkey} onDone={close} />
      </LazyDialog>
      <LazyConfirmDialog
        open={open === "remove"}
        onOpenChange={close}
        title={`Remove ${passkey.name}?`}
        confirmLabel="Remove"
        onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
        pending={remove.isPending}
        error={remove.error ? describeError(remove.error) : undefined}
      >
        <p>
          It no longer signs you in, and your other sessions end. Delete it on the device, too, so
          that it is not offered anymore.
        </p>
      </LazyConfirmDialog>
    </span>
  );
}

function RenameForm({ passkey, onDone }: { passkey: ListedPasskey; onDone: () => void }) {
  const rename = useRenamePasskey(passkey);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(passkeyRename, { error: explainIssue }),
    defaultValues: { name: passkey.name },
  });
  const { atFields, elsewhere } = sortRefusal(rename.error, ["name"]);
  const submit = handleSubmit(({ name }) => rename.mutate(name, { onSuccess: onDone }));
  return (
    <DialogForm
      onSubmit={submit}
      failure={elsewhere}
      submitLabel="Rename"
      pending={rename.isPending}
      onCancel={onDone}
    >
      <TextField
        label="Name"
        hint="Such as where it is kept: a phone, a security key, a password manager."
        autoComplete="off"
        autoFocus
        error={formState.errors.name?.message ?? atFields.name}
        {...register("name")}
      />
    </DialogForm>
  );
}
