"use client";

import type { UseMutationResult } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { MIN_PASSWORD_LENGTH } from "#lib/core/password-length.ts";

type ChoosePasswordFormProps = {
  email: string;
  submitLabel: string;
  /** Submits the password, and leaves the page. */
  choose: UseMutationResult<void, Error, string>;
};

/** The last step of every link in a letter: the owner of the address chooses the password. */
export function ChoosePasswordForm({ email, submitLabel, choose }: ChoosePasswordFormProps) {
  const { register, handleSubmit, setFocus, formState } = useForm({
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
        {...register("password", { validate: requireLength })}
      />
      <Button type="submit" className="w-full" pending={choose.isPending || choose.isSuccess}>
        {submitLabel}
      </Button>
    </Form>
  );
}

/** The one rule that every password meets; the service knows the others. */
function requireLength(password: string): true | string {
  if (password.length >= MIN_PASSWORD_LENGTH) return true;
  return `must have ${MIN_PASSWORD_LENGTH} characters or more`;
}
