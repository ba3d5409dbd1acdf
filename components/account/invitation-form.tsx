"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { sortRefusal } from "#lib/client/sort-refusal.ts";
import { invitationAcceptance } from "#lib/contract/invitations.ts";
import { SHORTEST_PASSWORD } from "#lib/contract/password.ts";
import { useAcceptInvitation } from "./use-invitation.ts";

type InvitationFormProps = { token: string; email: string };

export function InvitationForm({ token, email }: InvitationFormProps) {
  const accept = useAcceptInvitation(token, email);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(invitationAcceptance.pick({ password: true })),
    defaultValues: { password: "" },
  });
  const { atFields, elsewhere } = sortRefusal(accept.error, ["password"]);
  return (
    <form
      onSubmit={handleSubmit(({ password }) => accept.mutate(password))}
      noValidate
      className="space-y-4"
    >
      {elsewhere ? <Callout tone="alarm">{elsewhere}</Callout> : null}
      <TextField label="Email" value={email} readOnly autoComplete="username" />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`${SHORTEST_PASSWORD} characters or more; several words in a row are best.`}
        error={formState.errors.password?.message ?? atFields.password}
        {...register("password")}
      />
      <Button type="submit" className="w-full" pending={accept.isPending || accept.isSuccess}>
        Join
      </Button>
    </form>
  );
}
