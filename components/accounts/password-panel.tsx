"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { useSession } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { passwordChange } from "#lib/accounts/contract.ts";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { explainIssue } from "#lib/core/explain-issue.ts";
import { MIN_PASSWORD_LENGTH } from "#lib/core/password-length.ts";
import { useChangePassword } from "./use-own-account.ts";

export function PasswordPanel() {
  const { member } = useSession();
  const change = useChangePassword();
  const { register, handleSubmit, reset, setFocus, formState } = useForm({
    resolver: zodResolver(passwordChange, { error: explainIssue }),
    defaultValues: { currentPassword: "", newPassword: "" },
  });
  const { errors } = formState;
  const { atFields, elsewhere } = sortRefusal(change.error, ["currentPassword", "newPassword"]);
  const submit = handleSubmit((request) =>
    change.mutate(request, {
      onSuccess: () => {
        reset();
        toast.success("Password changed", {
          description: "You are signed out everywhere else.",
        });
      },
      onError: (error) => {
        const { atFields: refused } = sortRefusal(error, ["currentPassword", "newPassword"]);
        setFocus(refused.newPassword ? "newPassword" : "currentPassword");
      },
    }),
  );
  return (
    <Panel title="Password" description="Changing it ends all your other sessions.">
      <Form onSubmit={submit} failure={elsewhere} className="max-w-md">
        {/* For password managers: the account of the password. */}
        <input type="email" autoComplete="username" value={member.email} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message ?? atFields.currentPassword}
          {...register("currentPassword")}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters; several words in a row work best.`}
          error={errors.newPassword?.message ?? atFields.newPassword}
          {...register("newPassword")}
        />
        <Button type="submit" pending={change.isPending}>
          Change password
        </Button>
      </Form>
    </Panel>
  );
}
