"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useSession } from "#components/console/session.tsx";
import { CheckboxField, ChoiceGroup } from "#components/ui/checkbox-field.tsx";
import { DialogForm } from "#components/ui/form.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { TextAreaField, TextField } from "#components/ui/text-field.tsx";
import { useTimeSettings } from "#components/ui/time-settings.ts";
import { explainIssue } from "#lib/core/explain-issue.ts";
import { type Scope, scopesOfKind } from "#lib/core/permissions.ts";
import { scopeWords } from "./api-key-facts.tsx";
import {
  CUSTOM,
  expiryChoices,
  keyFormIn,
  type Preset,
  presetsFor,
  toKeyRequest,
} from "./key-form.ts";
import { describeKeyFailure } from "./key-rules.ts";
import type { useCreateApiKey } from "./use-api-keys.ts";

type CreateKeyFormProps = {
  create: ReturnType<typeof useCreateApiKey>;
  onCancel: () => void;
};

export function CreateKeyForm({ create, onCancel }: CreateKeyFormProps) {
  const scopes = scopesOfKind[useSession().organization.kind];
  const presets = presetsFor(scopes);
  const [preset, setPreset] = useState<Preset>(presets[0] ?? CUSTOM);
  const { timeZone } = useTimeSettings();
  const { register, handleSubmit, watch, setValue, formState } = useForm({
    resolver: zodResolver(keyFormIn(timeZone), { error: explainIssue }),
    defaultValues: {
      name: "",
      scopes: [...preset.scopes],
      expiry: "never",
      day: "",
      addresses: "",
    },
  });
  const { errors } = formState;
  const submit = handleSubmit((form) => create.mutate(toKeyRequest(form, Date.now(), timeZone)));
  function choose(name: string) {
    const next = presets.find((one) => one.name === name) ?? CUSTOM;
    setPreset(next);
    // The chosen scopes stay checked when the member switches to custom ones.
    if (next !== CUSTOM) setValue("scopes", [...next.scopes]);
  }
  return (
    <DialogForm
      onSubmit={submit}
      failure={create.error ? describeKeyFailure(create.error) : undefined}
      submitLabel="Create the key"
      pending={create.isPending}
      onCancel={onCancel}
    >
      <TextField
        label="Name"
        placeholder="Checkout server"
        hint="Where the key will be used, so that you can tell its calls apart."
        autoComplete="off"
        autoFocus
        error={errors.name?.message}
        {...register("name")}
      />
      <div className="space-y-2">
        <p aria-hidden="true" className="text-sm font-medium">
          What it is for
        </p>
        <SegmentedControl
          label="What it is for"
          options={[...presets, CUSTOM].map(({ name }) => ({ value: name, label: name }))}
          value={preset.name}
          onChange={choose}
        />
        {preset === CUSTOM ? null : <ScopeList scopes={preset.scopes} />}
      </div>
      {preset === CUSTOM ? (
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
      ) : null}
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
    </DialogForm>
  );
}

function ScopeList({ scopes }: { scopes: readonly Scope[] }) {
  return (
    <ul className="text-sm text-muted">
      {scopes.map((scope) => (
        <li key={scope}>
          {scopeWords[scope]} <span className="font-mono text-xs">{scope}</span>
        </li>
      ))}
    </ul>
  );
}
