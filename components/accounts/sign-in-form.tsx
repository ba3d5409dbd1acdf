"use client";

import { useMutation } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { formatSeconds } from "#lib/browser/describe-error.ts";
import {
  type Credentials,
  readRefusal,
  type SignInRefusal,
  type SignInResult,
  signInWithPassword,
} from "#lib/browser/sign-in.ts";
import { goHome } from "./go-home.ts";

type Values = { email: string; password: string; code: string };

/** Email and password; then the code, for members with a second factor. */
export function SignInForm() {
  const params = useSearchParams();
  const [refusal, setRefusal] = useState<SignInRefusal | undefined>(() => readRefusal(params));
  const [asksCode, setAsksCode] = useState(false);
  const wait = useCountdown();
  const signIn = useSignIn();
  const hydrated = useHydrated();
  const { register, handleSubmit, setFocus, reset, resetField, formState } = useForm<Values>({
    defaultValues: { email: "", password: "", code: "" },
  });

  function take(outcome: SignInResult) {
    if (outcome.state === "signed_in") return;
    setRefusal(outcome);
    if (outcome.state === "too_many_tries") wait.start(outcome.seconds);
    if (outcome.state === "second_factor_needed") setAsksCode(true);
    if (outcome.state === "wrong_code") resetField("code");
    if (outcome.state !== "wrong_credentials") return;
    // Also in the second step, if the password was changed meanwhile.
    setAsksCode(false);
    resetField("code");
    resetField("password");
    setFocus("password");
  }
  function startOver() {
    setRefusal(undefined);
    setAsksCode(false);
    reset();
  }
  const submit = handleSubmit(({ email, password, code }) => {
    setRefusal(undefined);
    signIn.mutate({ email, password, ...(asksCode ? { code } : {}) }, { onSuccess: take });
  });
  const isLeaving = signIn.data?.state === "signed_in";
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {refusal ? <Refusal refusal={refusal} left={wait.left} /> : null}
      <ErrorCallout error={signIn.error} />
      <div hidden={asksCode} className="space-y-4">
        <TextField
          label="Email"
          type="email"
          // The second word lets browsers offer passkeys here.
          autoComplete="username webauthn"
          error={formState.errors.email?.message}
          {...register("email", { required: "must not be empty" })}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register("password", { required: "must not be empty" })}
        />
      </div>
      {asksCode ? (
        <TextField
          label="Code"
          hint="The six digits from your authenticator app, or a recovery code. You can also sign in with your passkey."
          autoComplete="one-time-code"
          autoFocus
          mono
          error={formState.errors.code?.message}
          {...register("code", { required: "must not be empty" })}
        />
      ) : null}
      <Button
        type="submit"
        className="w-full"
        pending={signIn.isPending || isLeaving}
        disabled={!hydrated || wait.left > 0}
      >
        {wait.left > 0 ? `Wait ${formatSeconds(wait.left)}` : "Sign in"}
      </Button>
      {asksCode ? (
        <Button look="ghost" className="w-full" onClick={startOver}>
          Use another account
        </Button>
      ) : null}
    </form>
  );
}

function Refusal({ refusal, left }: { refusal: SignInRefusal; left: number }) {
  if (refusal.state === "second_factor_needed") {
    return <Callout tone="good">Password accepted. One more step.</Callout>;
  }
  if (refusal.state === "too_many_tries") {
    return left > 0 ? (
      <Callout tone="alarm">Too many attempts. Wait before trying again.</Callout>
    ) : (
      <Callout>You can try again now.</Callout>
    );
  }
  return <Callout tone="alarm">{sentences[refusal.state]}</Callout>;
}

const sentences = {
  wrong_credentials: "The email or password is wrong.",
  wrong_code: "This code is wrong or has expired.",
  email_not_verified: "Your email is not verified there, so you cannot sign in with it here.",
  not_confirmed:
    "Your email is not confirmed here yet. Sign in with your password and send yourself a confirmation, or choose a new password with “Forgot password?”.",
  recovery_hold:
    "A recovery code was used for your account, so you cannot connect this way to sign in yet. Use a passkey or your authenticator app here first, or come back 24 hours after our email about the code.",
  no_member: "No member has this email. Ask your organization for an invitation.",
  service_unavailable: "You cannot sign in right now. Try again in a moment.",
  not_completed: "The sign-in was not completed. Try again.",
};

/** Signs in, and leaves for the console; a refusal is an outcome, not an error. */
function useSignIn() {
  return useMutation({
    mutationFn: async (credentials: Credentials): Promise<SignInResult> => {
      const outcome = await signInWithPassword(credentials);
      // Inside the mutation, so that the button stays busy until the next page has loaded.
      if (outcome.state === "signed_in") await goHome();
      return outcome;
    },
  });
}

/** The remaining seconds, counted down to 0; `start` begins again. */
function useCountdown(): { left: number; start: (seconds: number) => void } {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until]);
  return { left, start: (seconds) => setUntil(Date.now() + seconds * 1000) };
}
