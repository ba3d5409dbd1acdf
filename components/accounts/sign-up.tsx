"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { api, type Sent } from "#lib/browser/api.ts";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { SIGN_UP_HOURS } from "#lib/core/retention.ts";
import { AccountHeading, textLink } from "./account-heading.tsx";
import { AccountWaiting } from "./account-waiting.tsx";
import { LetterSent } from "./letter-sent.tsx";
import { useSignInOptions } from "./use-sign-in-options.ts";

const title = "Create an account";

export function SignUp() {
  const loading = useSignInOptions();
  const { data: options, error } = loading;
  const query = useSearchParams().toString();
  const signUp = useSignUp();
  if (error || !options) {
    return <AccountWaiting title={title} label="Loading the form" rows={5} query={loading} />;
  }
  if (!options.signUp) {
    return (
      <>
        <AccountHeading title="By invitation only">
          New organizations cannot sign up here. Ask a member for an invitation.
        </AccountHeading>
        <p className="mt-5 text-sm">
          <Link href="/sign-in" className={textLink}>
            Back to sign-in
          </Link>
        </p>
      </>
    );
  }
  if (signUp.isSuccess) {
    return (
      <LetterSent email={signUp.variables.email} onStartOver={signUp.reset}>
        The link in it creates your account. It works for {SIGN_UP_HOURS} hours.
      </LetterSent>
    );
  }
  return (
    <>
      <AccountHeading title={title}>
        This creates your organization, with you as its owner.
      </AccountHeading>
      <div className="mt-5 space-y-5">
        <SignUpForm signUp={signUp} />
        <p className="text-sm text-muted">
          Already have one?{" "}
          <Link href={`/sign-in${query ? `?${query}` : ""}`} className={textLink}>
            Sign in
          </Link>
        </p>
      </div>
    </>
  );
}

function SignUpForm({ signUp }: { signUp: ReturnType<typeof useSignUp> }) {
  const { register, handleSubmit, setFocus, formState } = useForm<
    Sent<"POST /api/console/sign-up", "body">
  >({
    defaultValues: { organizationName: "", kind: "merchant", email: "" },
  });
  const { errors } = formState;
  const hydrated = useHydrated();
  const { atFields, elsewhere } = sortRefusal(signUp.error, fields);
  const submit = handleSubmit((request) =>
    signUp.mutate(request, {
      onError: (error) => {
        const refused = sortRefusal(error, fields).atFields;
        const first = fields.find((field) => refused[field]);
        if (first) setFocus(first);
      },
    }),
  );
  return (
    <Form onSubmit={submit} failure={elsewhere}>
      <TextField
        label="Organization"
        autoComplete="organization"
        error={errors.organizationName?.message ?? atFields.organizationName}
        {...register("organizationName", needed)}
      />
      <SelectField
        label="What it does"
        options={kinds}
        error={atFields.kind}
        {...register("kind")}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message ?? atFields.email}
        {...register("email", needed)}
      />
      <Button type="submit" className="w-full" disabled={!hydrated} pending={signUp.isPending}>
        Continue
      </Button>
    </Form>
  );
}

const needed = { required: "must not be empty" };

const fields = ["organizationName", "kind", "email"] as const;

const kinds = [
  { value: "merchant", label: "Takes card payments (merchant)" },
  { value: "issuer", label: "Issues cards (issuer)" },
  { value: "platform", label: "Both (platform)" },
];

function useSignUp() {
  return useMutation({
    mutationFn: (body: Sent<"POST /api/console/sign-up", "body">) =>
      api("POST /api/console/sign-up", { body }),
  });
}
