"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import type { UseMutationResult } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { MIN_PASSWORD_LENGTH, newPassword } from "#lib/accounts/contract.ts";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { explainIssue } from "#lib/core/explain-issue.ts";

type ChoosePasswordFormProps = {
  email: string;
  submitLabel: string;
  /** Takes the password, and leaves the page. */
  choose: UseMutationResult<void, Error, string>;
};

/** The last step of every link in a letter: whoever reads mail to this address chooses the password. */
export function ChoosePasswordForm({ email, submitLabel, choose }: ChoosePasswordFormProps) {
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(z.object({ password: newPassword }), { error: explainIssue }),
    defaultValues: { password: "" },
  });
  const { atFields, elsewhere } = sortRefusal(choose.error, ["password"]);
  const submit = handleSubmit(({ password }) =>
    choose.mutate(password, { onError: () => setFocus("password") }),
  );
  return (
    <Form onSubmit={submit} failure={elsewhere}>
      <TextField label="Email" value={email} readOnly autoComplete="username" />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters; several words in a row work best.`}
        error={formState.errors.password?.message ?? atFields.password}
        {...register("password")}
      />
      <Button type="submit" className="w-full" pending={choose.isPending || choose.isSuccess}>
        {submitLabel}
      </Button>
    </Form>
  );
}
