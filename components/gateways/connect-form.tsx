"use client";

import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { Button } from "#components/ui/button.tsx";
import { DialogActions } from "#components/ui/dialog-actions.tsx";
import { useDialogHold } from "#components/ui/dialog-hold.ts";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { readFieldErrors } from "#lib/browser/describe-error.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { ProviderForm } from "#lib/gateways/contract-form.ts";
import { providerTitle } from "#lib/gateways/contract-titles.ts";
import { useSaveConnection } from "./use-connections.ts";

type ConnectFormProps = {
  gateway: GatewayName;
  providers: readonly ProviderForm[];
  connected: string | undefined;
  onDone: () => void;
};

type Values = { provider: string; credentials: Record<string, string> };

export function ConnectForm({ gateway, providers, connected, onDone }: ConnectFormProps) {
  const form = useForm<Values>({
    defaultValues: { provider: connected ?? providers[0]?.name ?? "", credentials: {} },
    shouldUnregister: true,
  });
  const { register, handleSubmit, setError, watch, formState } = form;
  const save = useSaveConnection(gateway);
  useDialogHold(save.isPending);
  const chosen = watch("provider");
  const { fields = [], note, setup } = providers.find(({ name }) => name === chosen) ?? {};

  const submit = handleSubmit(({ provider, credentials = {} }) => {
    const given = Object.entries(credentials).filter(([, value]) => value !== "");
    save.mutate(
      { provider, credentials: Object.fromEntries(given) },
      {
        onSuccess: () => {
          toast.success(`${providerTitle(provider)} is connected`);
          onDone();
        },
        onError: (error) => {
          for (const { path, reason } of readFieldErrors(error)) {
            if (isField(path)) setError(path, { message: reason });
          }
        },
      },
    );
  });
  // A refusal that names a field is shown at the field.
  const namesField = readFieldErrors(save.error).some(({ path }) => isField(path));
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <SelectField
        label="Provider"
        options={providers.map(({ name, title }) => ({ value: name, label: title }))}
        error={formState.errors.provider?.message}
        {...register("provider")}
      />
      {fields.map(({ name, label, hint, secret, optional }) => {
        const Field = secret ? PasswordField : TextField;
        return (
          <Field
            key={name}
            label={label}
            hint={hint}
            optional={optional ?? false}
            mono
            autoComplete="off"
            error={formState.errors.credentials?.[name]?.message}
            {...register(`credentials.${name}`, optional ? {} : { required: "must not be empty" })}
          />
        );
      })}
      {setup ? (
        <p className="text-sm text-muted">
          Permissions it needs:{" "}
          <code className="font-mono text-xs">{setup.permissions.join(", ")}</code>
        </p>
      ) : null}
      {note ? <p className="text-sm text-muted">{note}</p> : null}
      <ErrorCallout error={namesField ? null : save.error} />
      <DialogActions>
        <Button look="secondary" disabled={save.isPending} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" pending={save.isPending}>
          {connected ? "Replace" : "Connect"}
        </Button>
      </DialogActions>
    </form>
  );
}

function isField(path: string): path is "provider" | `credentials.${string}` {
  return path === "provider" || path.startsWith("credentials.");
}
