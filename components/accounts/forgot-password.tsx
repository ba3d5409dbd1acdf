"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { api, type Sent } from "#lib/browser/api.ts";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { PASSWORD_RESET_MINUTES } from "#lib/core/retention.ts";
import { AccountHeading, textLink } from "./account-heading.tsx";
import { LetterSent } from "./letter-sent.tsx";

export function ForgotPassword() {
  const ask = useAskForReset();
  const { register, handleSubmit, setFocus, formState } = useForm({ defaultValues: { email: "" } });
  const hydrated = useHydrated();
  if (ask.isSuccess) {
    return (
      <LetterSent email={ask.variables.email} onStartOver={ask.reset}>
        If there is an account with this address, the email has a link that works for{" "}
        {PASSWORD_RESET_MINUTES} minutes.
      </LetterSent>
    );
  }
  const { atFields, elsewhere } = sortRefusal(ask.error, ["email"]);
  return (
    <>
      <AccountHeading title="Forgot your password?">
        Enter your email, and you get a link for a new one.
      </AccountHeading>
      <Form
        onSubmit={handleSubmit((request) =>
          ask.mutate(request, { onError: () => setFocus("email") }),
        )}
        failure={elsewhere}
        className="mt-5"
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={formState.errors.email?.message ?? atFields.email}
          {...register("email", { required: "must not be empty" })}
        />
        <Button type="submit" className="w-full" disabled={!hydrated} pending={ask.isPending}>
          Send the link
        </Button>
      </Form>
      <p className="mt-5 text-sm">
        <Link href="/sign-in" className={textLink}>
          Back to sign-in
        </Link>
      </p>
    </>
  );
}

function useAskForReset() {
  return useMutation({
    mutationFn: (body: Sent<"POST /api/console/password-reset", "body">) =>
      api("POST /api/console/password-reset", { body }),
  });
}
