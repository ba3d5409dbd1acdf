"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useEnvironment } from "#components/console/environment.tsx";
import { useSession } from "#components/console/session.tsx";
import { CheckboxField, ChoiceGroup } from "#components/ui/checkbox-field.tsx";
import { DialogForm } from "#components/ui/form.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { explainIssue } from "#lib/core/explain-issue.ts";
import { scopesOfKind } from "#lib/core/permissions.ts";
import { eventTexts } from "#lib/webhooks/contract-events.ts";
import { type EndpointFields, endpointFormIn, toEndpointRequest } from "./endpoint-fields.ts";
import { eventGroupsFor } from "./event-groups.ts";

type EndpointFormProps = {
  initial: EndpointFields;
  submitLabel: string;
  onSubmit: (request: ReturnType<typeof toEndpointRequest>) => void;
  pending: boolean;
  error: Error | null;
  onCancel: () => void;
};

/** Of a new endpoint, and of one that changes. */
export function EndpointForm(props: EndpointFormProps) {
  const { initial, submitLabel, onSubmit, pending, error, onCancel } = props;
  const { environment } = useEnvironment();
  const { register, handleSubmit, watch, setValue, formState } = useForm({
    resolver: zodResolver(endpointFormIn(environment), { error: explainIssue }),
    defaultValues: initial,
  });
  const { errors } = formState;
  const { atFields, elsewhere } = sortRefusal(error, ["url", "types", "description"]);
  const groups = eventGroupsFor(scopesOfKind[useSession().organization.kind]);
  const which = watch("which");
  return (
    <DialogForm
      onSubmit={handleSubmit((form) => onSubmit(toEndpointRequest(form)))}
      failure={elsewhere}
      submitLabel={submitLabel}
      pending={pending}
      onCancel={onCancel}
    >
      <TextField
        label="URL"
        type="url"
        inputMode="url"
        placeholder="https://shop.example/webhooks"
        hint={
          environment === "development" && isOnThisMachine()
            ? `${hint} On this machine: http://localhost:4000`
            : hint
        }
        mono
        autoComplete="off"
        spellCheck={false}
        autoFocus
        error={errors.url?.message ?? atFields.url}
        {...register("url")}
      />
      <TextField
        label="Description"
        optional
        placeholder="Bookkeeping"
        autoComplete="off"
        error={errors.description?.message ?? atFields.description}
        {...register("description")}
      />
      <div className="space-y-3">
        <p aria-hidden="true" className="text-sm font-medium">
          Which events
        </p>
        <SegmentedControl
          label="Which events"
          options={choices}
          value={which}
          onChange={(value) => setValue("which", value)}
        />
        {which === "all" ? (
          <p className="text-sm text-muted text-pretty">
            All types of your organization, and those that are added later.
          </p>
        ) : (
          <ChoiceGroup label="Event types" error={errors.types?.message ?? atFields.types}>
            {groups.map(({ title, types }) => (
              <fieldset key={title} className="pb-2">
                <legend className="pb-1 text-xs text-muted">{title}</legend>
                {types.map((type) => (
                  <CheckboxField
                    key={type}
                    value={type}
                    label={type}
                    hint={eventTexts[type]}
                    {...register("types")}
                  />
                ))}
              </fieldset>
            ))}
          </ChoiceGroup>
        )}
      </div>
    </DialogForm>
  );
}

const hint = "Each event is sent to it as a POST request.";

/** Only a service of the reader's own machine reaches its programs. */
function isOnThisMachine(): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}

const choices = [
  { value: "all", label: "All events" },
  { value: "selected", label: "Selected types" },
] as const;
