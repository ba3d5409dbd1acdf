"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { totpConfirmation } from "#lib/accounts/contract.ts";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { explainIssue } from "#lib/core/explain-issue.ts";
import { type NewTotp, useConfirmSecondFactor } from "./use-own-account.ts";

type SecondFactorSetupProps = {
  setup: NewTotp;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
};

/** The secret goes into the app; a first code proves that it arrived. */
export function SecondFactorSetup({ setup, onConfirmed, onCancel }: SecondFactorSetupProps) {
  const confirm = useConfirmSecondFactor();
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(totpConfirmation, { error: explainIssue }),
    defaultValues: { code: "" },
  });
  const { atFields, elsewhere } = sortRefusal(confirm.error, ["code"]);
  const submit = handleSubmit(({ code }) =>
    confirm.mutate(code, { onSuccess: onConfirmed, onError: () => setFocus("code") }),
  );
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-6">
      <QrCode text={setup.uri} label="QR code for the authenticator app" className="size-56" />
      <form onSubmit={submit} noValidate className="w-full max-w-md space-y-5 md:w-auto md:grow">
        <CopyField
          stored="member.totp_secret"
          label="Secret"
          value={setup.secret}
          hint="Scan the code with the app, or enter this by hand. It is shown only once."
        />
        <TextField
          label="First code"
          hint="The six digits the app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          mono
          error={formState.errors.code?.message ?? atFields.code}
          {...register("code")}
        />
        {elsewhere ? <Callout tone="alarm">{elsewhere}</Callout> : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" pending={confirm.isPending}>
            Turn on
          </Button>
          <Button look="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  );
}
