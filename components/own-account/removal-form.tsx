"use client";

import { useForm } from "react-hook-form";
import { useSession } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { DialogActions } from "#components/ui/dialog.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { sortRefusal } from "#lib/client/sort-refusal.ts";
import { useRemoveSecondFactor } from "./use-own-account.ts";

export function RemovalForm({ onCancel }: { onCancel: () => void }) {
  const { member } = useSession();
  const remove = useRemoveSecondFactor();
  const { register, handleSubmit, setFocus, formState } = useForm({
    defaultValues: { password: "" },
  });
  const { atFields, elsewhere } = sortRefusal(remove.error, ["password"]);
  const submit = handleSubmit(({ password }) =>
    remove.mutate(password, { onError: () => setFocus("password") }),
  );
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {elsewhere ? <Callout tone="alarm">{elsewhere}</Callout> : null}
      {/* For password managers: whose password it is. */}
      <input type="email" autoComplete="username" value={member.email} readOnly hidden />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={formState.errors.password?.message ?? atFields.password}
        {...register("password", { required: "must not be empty" })}
      />
      <DialogActions>
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" look="danger" pending={remove.isPending}>
          Switch it off
        </Button>
      </DialogActions>
    </form>
  );
}
