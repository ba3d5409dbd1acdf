"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useSession } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CheckboxField, ChoiceGroup } from "#components/ui/checkbox-field.tsx";
import { DialogActions } from "#components/ui/dialog.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { TextAreaField, TextField } from "#components/ui/text-field.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { explainIssue } from "#lib/core/explain-issue.ts";
import { type Scope, scopesOfKind } from "#lib/core/permissions.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import { scopeWords } from "./api-key-facts.tsx";
import { expiryChoices, keyForm, toKeyRequest } from "./key-form.ts";
import { type ApiKeyWithSecret, useCreateApiKey } from "./use-api-keys.ts";

type CreateKeyFormProps = {
  environment: Environment;
  onCreated: (created: ApiKeyWithSecret) => void;
  onCancel: () => void;
};

export function CreateKeyForm({ environment, onCreated, onCancel }: CreateKeyFormProps) {
  const scopes = scopesOfKind[useSession().organization.kind];
  const create = useCreateApiKey(environment);
  const { register, handleSubmit, watch, formState } = useForm({
    resolver: zodResolver(keyForm, { error: explainIssue }),
    defaultValues: {
      name: "",
      scopes: firstScopes(scopes),
      expiry: "never",
      day: "",
      addresses: "",
    },
  });
  const { errors } = formState;
  const submit = handleSubmit((form) =>
    create.mutate(toKeyRequest(form, Date.now()), { onSuccess: onCreated }),
  );
  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      {create.error ? <Callout tone="alarm">{describeError(create.error)}</Callout> : null}
      <TextField
        label="Name"
        placeholder="Checkout server"
        hint="Where the key will be used, so that you can tell its calls apart."
        autoComplete="off"
        error={errors.name?.message}
        {...register("name")}
      />
      <ChoiceGroup label="What it can do" error={errors.scopes?.message}>
        {scopes.map((scope) => (
          <CheckboxField
            key={scope}
            value={scope}
            label={scopeWords[scope]}
            hint={scope}
            {...register("scopes")}
          />
        ))}
      </ChoiceGroup>
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField
          label="Expires"
          options={expiryChoices}
          error={errors.expiry?.message}
          {...register("expiry")}
        />
        {watch("expiry") === "day" ? (
          <TextField
            label="Last day"
            type="date"
            error={errors.day?.message}
            {...register("day")}
          />
        ) : null}
      </div>
      <TextAreaField
        label="Allowed addresses"
        optional
        mono
        rows={2}
        spellCheck={false}
        hint="One per line, such as 203.0.113.7 or 203.0.113.0/24. Leave it empty to allow any address."
        error={errors.addresses?.message}
        {...register("addresses")}
      />
      <DialogActions>
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={create.isPending}>
          Create the key
        </Button>
      </DialogActions>
    </form>
  );
}

/** With few scopes all are preselected; with many, the reader picks. */
function firstScopes(scopes: readonly Scope[]): Scope[] {
  return scopes.length <= 2 ? [...scopes] : [];
}
