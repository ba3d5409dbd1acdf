"use client";

import { useMutation } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { SessionProvider, useSession, useSessionQuery } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { DialogActions } from "#components/ui/dialog-actions.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { DialogForm } from "#components/ui/form.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { ErrorState, Skeleton } from "#components/ui/states.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { api } from "#lib/browser/api.ts";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { stepUpWithPasskey } from "#lib/browser/passkeys.ts";
import { signInWithProvider } from "#lib/browser/sign-in.ts";
import { useSignInOptions } from "./use-sign-in-options.ts";

type StepUpFormProps = { onProved: () => void; onCancel: () => void };

/** The passkey first if there is one; otherwise, or if it is not at hand, password and code. */
export function StepUpForm(props: StepUpFormProps) {
  const { passkeys } = useSession();
  const [byPassword, setByPassword] = useState(passkeys === 0);
  if (byPassword) return <PasswordStepUp {...props} />;
  return <PasskeyStepUp {...props} onOtherWay={() => setByPassword(true)} />;
}

/** The form for pages that do not know the member until a proof is needed. */
export function MemberStepUp(props: StepUpFormProps) {
  const { data: session, error, isPending, isFetching, refetch } = useSessionQuery();
  if (error) return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  if (isPending) return <Skeleton className="h-40 w-full" />;
  return (
    <SessionProvider session={session}>
      <StepUpForm {...props} />
    </SessionProvider>
  );
}

function PasskeyStepUp({
  onProved,
  onCancel,
  onOtherWay,
}: StepUpFormProps & { onOtherWay: () => void }) {
  const prove = useMutation({ mutationFn: stepUpWithPasskey, onSuccess: onProved });
  return (
    <div className="space-y-4">
      <ErrorCallout error={prove.error} />
      <Button
        icon={Fingerprint}
        className="w-full"
        autoFocus
        data-initial-focus
        pending={prove.isPending || prove.isSuccess}
        onClick={() => prove.mutate()}
      >
        Use a passkey
      </Button>
      <Button look="ghost" className="w-full" onClick={onOtherWay}>
        Use the password instead
      </Button>
      <DialogActions>
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </DialogActions>
    </div>
  );
}

function PasswordStepUp({ onProved, onCancel }: StepUpFormProps) {
  const { member, secondFactor, authenticatorApp } = useSession();
  const prove = useMutation({
    mutationFn: (body: { password: string; code?: string }) =>
      api("POST /api/console/step-up", { body }),
    onSuccess: onProved,
    // The typed password does not stay in memory.
    gcTime: 0,
  });
  const { register, handleSubmit, setFocus, formState } = useForm({
    defaultValues: { password: "", code: "" },
  });
  const { errors } = formState;
  const { atFields, elsewhere } = sortRefusal(prove.error, ["password", "code"]);
  const submit = handleSubmit(({ password, code }) =>
    prove.mutate(secondFactor ? { password, code } : { password }, {
      onError: (error) =>
        setFocus(sortRefusal(error, ["code"]).atFields.code ? "code" : "password"),
    }),
  );
  return (
    <DialogForm
      onSubmit={submit}
      failure={elsewhere}
      submitLabel="Confirm"
      pending={prove.isPending || prove.isSuccess}
      onCancel={onCancel}
    >
      {/* For password managers: the account of the password. */}
      <input type="email" autoComplete="username" value={member.email} readOnly hidden />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        autoFocus
        data-initial-focus
        error={errors.password?.message ?? atFields.password}
        {...register("password", { required: "must not be empty" })}
      />
      {secondFactor ? (
        <TextField
          label="Code"
          hint={
            authenticatorApp
              ? "The six digits from your authenticator app, or a recovery code."
              : "One of your recovery codes."
          }
          autoComplete="one-time-code"
          mono
          error={errors.code?.message ?? atFields.code}
          {...register("code", { required: "must not be empty" })}
        />
      ) : null}
      <ProviderStepUp />
    </DialogForm>
  );
}

/** For members who sign in through a provider, and may have no password here. */
function ProviderStepUp() {
  const { data: options } = useSignInOptions();
  const leave = useMutation({
    mutationFn: () =>
      signInWithProvider(`${window.location.pathname}${window.location.search}`, { anew: true }),
  });
  if (!options?.oidc) return null;
  return (
    <div className="space-y-3 border-t border-dashed border-line pt-4">
      <Button
        look="secondary"
        className="w-full"
        pending={leave.isPending || leave.isSuccess}
        onClick={() => leave.mutate()}
      >
        Sign in again with {options.oidc.name}
      </Button>
      <p className="text-sm text-muted">You come back to this page, and start over there.</p>
      <ErrorCallout error={leave.error} />
    </div>
  );
}
