"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { sortRefusal } from "#lib/client/sort-refusal.ts";
import { SHORTEST_PASSWORD } from "#lib/contract/password.ts";
import { signUpRequest } from "#lib/contract/sign-up.ts";
import { useSignUp } from "./use-sign-up.ts";

export function SignUpForm() {
  const signUp = useSignUp();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(signUpRequest),
    defaultValues: { organizationName: "", kind: "merchant" as const, email: "", password: "" },
  });
  const { errors } = formState;
  const hydrated = useHydrated();
  const { atFields, elsewhere } = sortRefusal(signUp.error, fields);
  return (
    <form
      onSubmit={handleSubmit((request) => signUp.mutate(request))}
      noValidate
      className="space-y-4"
    >
      {elsewhere ? <Callout tone="alarm">{elsewhere}</Callout> : null}
      <TextField
        label="Organization"
        autoComplete="organization"
        error={errors.organizationName?.message ?? atFields.organizationName}
        {...register("organizationName")}
      />
      <SelectField
        label="What it does"
        options={kinds}
        error={errors.kind?.message ?? atFields.kind}
        {...register("kind")}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message ?? atFields.email}
        {...register("email")}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`${SHORTEST_PASSWORD} characters or more; several words in a row are best.`}
        error={errors.password?.message ?? atFields.password}
        {...register("password")}
      />
      <Button
        type="submit"
        className="w-full"
        disabled={!hydrated}
        pending={signUp.isPending || signUp.isSuccess}
      >
        Make the account
      </Button>
    </form>
  );
}

const fields = ["organizationName", "kind", "email", "password"] as const;

const kinds = [
  { value: "merchant", label: "Takes card payments (merchant)" },
  { value: "issuer", label: "Issues cards (issuer)" },
  { value: "platform", label: "Both (platform)" },
];
