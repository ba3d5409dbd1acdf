"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { environmentLooks } from "#components/console/environment.tsx";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CopiedCode } from "#components/ui/copy.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { Time } from "#components/ui/time.tsx";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { explainIssue } from "#lib/core/explain-issue.ts";
import { type Environment, environments } from "#lib/core/vocabulary.ts";
import { organizationChange } from "#lib/organizations/contract.ts";
import { LogoForm } from "./logo-form.tsx";
import { type ShownOrganization, useRenameOrganization } from "./use-organization.ts";

type OrganizationPanelProps = {
  organization: ShownOrganization;
  /** Of the text that says why the controls are disabled. */
  noticeId: string;
};

/** The organization's name and kind. */
export function OrganizationPanel({ organization, noticeId }: OrganizationPanelProps) {
  const { id, name, kind, logo, approvedEnvironments, createdAt } = organization;
  return (
    <Panel title="Organization">
      <div className="space-y-4">
        <RenameForm name={name} noticeId={noticeId} />
        {kind === "issuer" ? null : <LogoForm logo={logo} noticeId={noticeId} />}
        <KeyValues
          rows={[
            { name: "Kind", value: <span className="capitalize">{kind}</span> },
            { name: "Environments", value: <OpenEnvironments open={approvedEnvironments} /> },
            { name: "Since", value: <Time at={createdAt} as="exact" /> },
            { name: "Organization id", value: <CopiedCode text={id} label="organization id" /> },
          ]}
        />
      </div>
    </Panel>
  );
}

function OpenEnvironments({ open }: { open: readonly Environment[] }) {
  const closed = environments.filter((name) => !open.includes(name));
  const words = open.map((name) => environmentLooks[name].label).join(", ") || "None";
  if (closed.length === 0) return words;
  return (
    <>
      {words}
      <span className="block text-muted">
        Only the operator of this service can open {closed.join(" and ")} to an organization.
      </span>
    </>
  );
}

function RenameForm({ name, noticeId }: { name: string; noticeId: string }) {
  const mayRename = useMay("owner");
  const rename = useRenameOrganization();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(organizationChange, { error: explainIssue }),
    values: { name },
  });
  const { atFields, elsewhere } = sortRefusal(rename.error, ["name"]);
  const submit = handleSubmit((change) =>
    rename.mutate(change.name, {
      onSuccess: (organization) => toast.success(`The organization is now ${organization.name}`),
    }),
  );
  return (
    <form onSubmit={submit} noValidate className="max-w-xl space-y-4">
      <div className="grid items-start gap-3 md:grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          label="Name"
          autoComplete="organization"
          hint="Shown to its members and to people who are invited."
          readOnly={!mayRename}
          error={formState.errors.name?.message ?? atFields.name}
          {...register("name")}
        />
        <Button
          type="submit"
          look="secondary"
          className="md:mt-[1.625rem]"
          pending={rename.isPending}
          disabled={!mayRename || !formState.isDirty}
          aria-describedby={mayRename ? undefined : noticeId}
        >
          Rename
        </Button>
      </div>
      {elsewhere ? <Callout tone="alarm">{elsewhere}</Callout> : null}
    </form>
  );
}
