"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { ChoiceGroup } from "#components/ui/checkbox-field.tsx";
import { DialogForm } from "#components/ui/form.tsx";
import { RadioField } from "#components/ui/radio-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { explainIssue } from "#lib/core/explain-issue.ts";
import { invitationRequest } from "#lib/organizations/contract-invitations.ts";
import { rolesDownward, roleWords } from "./role-words.ts";
import { type ListedInvitation, useInvite } from "./use-team.ts";

type InviteFormProps = { onSent: (sent: ListedInvitation) => void; onCancel: () => void };

export function InviteForm({ onSent, onCancel }: InviteFormProps) {
  const invite = useInvite();
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(invitationRequest, { error: explainIssue }),
    defaultValues: { email: "", role: "viewer" as const },
  });
  const { errors } = formState;
  const { atFields, elsewhere } = sortRefusal(invite.error, ["email", "role"]);
  const submit = handleSubmit((request) =>
    invite.mutate(request, {
      onSuccess: ({ invitation }) => onSent(invitation),
      onError: () => setFocus("email"),
    }),
  );
  return (
    <DialogForm
      onSubmit={submit}
      failure={elsewhere}
      submitLabel="Send the invitation"
      pending={invite.isPending}
      onCancel={onCancel}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        autoFocus
        error={errors.email?.message ?? atFields.email}
        {...register("email")}
      />
      <ChoiceGroup label="Role" error={errors.role?.message ?? atFields.role}>
        {rolesDownward.map((role) => (
          <RadioField
            key={role}
            label={roleWords[role].label}
            hint={roleWords[role].may}
            value={role}
            {...register("role")}
          />
        ))}
      </ChoiceGroup>
    </DialogForm>
  );
}
