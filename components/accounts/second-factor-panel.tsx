"use client";

import { ShieldCheck, ShieldOff } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useSession } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { DialogActions } from "#components/ui/dialog-actions.tsx";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { type StatusLook, StatusMark } from "#components/ui/status-mark.tsx";
import { describeError, sortRefusal } from "#lib/browser/describe-error.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import {
  type NewTotp,
  useBeginSecondFactor,
  useRefreshSession,
  useRemoveSecondFactor,
} from "./use-own-account.ts";

type Stage =
  | { name: "rest" }
  | { name: "setup"; setup: NewTotp }
  | { name: "codes"; recoveryCodes: readonly string[] };

/** On the page, not in a dialog: what is shown once must not vanish with a stray click. */
export function SecondFactorPanel() {
  const [stage, setStage] = useState<Stage>({ name: "rest" });
  const refreshSession = useRefreshSession();
  const rest = () => setStage({ name: "rest" });
  return (
    <Panel
      title="Second factor"
      description="A code from an authenticator app, required after the password at each sign-in."
    >
      {stage.name === "rest" ? (
        <Rest onBegin={(setup) => setStage({ name: "setup", setup })} />
      ) : null}
      {stage.name === "setup" ? (
        <SecondFactorSetup
          setup={stage.setup}
          onConfirmed={(recoveryCodes) => {
            void refreshSession();
            setStage({ name: "codes", recoveryCodes });
          }}
          onCancel={rest}
        />
      ) : null}
      {stage.name === "codes" ? (
        <RecoveryCodes recoveryCodes={stage.recoveryCodes} onDone={rest} />
      ) : null}
    </Panel>
  );
}

function Rest({ onBegin }: { onBegin: (setup: NewTotp) => void }) {
  const { secondFactor } = useSession();
  const begin = useBeginSecondFactor();
  return (
    <div className="space-y-4 text-sm">
      <p>
        <StatusMark look={secondFactor ? on : off} />
      </p>
      {begin.error ? <Callout tone="alarm">{describeError(begin.error)}</Callout> : null}
      {secondFactor ? (
        <RemoveSecondFactor />
      ) : (
        <>
          <p className="max-w-[64ch] text-muted text-pretty">
            Even someone who learns your password cannot sign in. Any app that supports time-based
            codes works.
          </p>
          <Button
            pending={begin.isPending}
            onClick={() => begin.mutate(undefined, { onSuccess: onBegin })}
          >
            Set up
          </Button>
        </>
      )}
    </div>
  );
}

const on: StatusLook = { word: "On", color: "text-pine", icon: ShieldCheck };
const off: StatusLook = { word: "Off", color: "text-muted", icon: ShieldOff };

// Rendered once in the life of an account, so the QR code's library is loaded on demand.
const SecondFactorSetup = dynamic(
  () => import("./second-factor-setup.tsx").then((file) => file.SecondFactorSetup),
  { loading: () => <SkeletonRows label="Loading the code" rows={5} /> },
);

/** Requires the password: someone who finds the browser open must not be able to do this. */
function RemoveSecondFactor() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <p className="max-w-[64ch] text-muted text-pretty">
        To use another phone, turn it off here and set it up again. You get new recovery codes, too.
      </p>
      <Button look="secondary" onClick={() => setAsking(true)}>
        Turn off
      </Button>
      <LazyDialog
        open={asking}
        onOpenChange={setAsking}
        title="Turn off the second factor?"
        description="You will then sign in with the password alone, and the recovery codes stop working."
      >
        {/* Inside, so that a closed dialog forgets what was typed into it. */}
        <RemovalForm onCancel={() => setAsking(false)} />
      </LazyDialog>
    </>
  );
}

function RemovalForm({ onCancel }: { onCancel: () => void }) {
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
          Turn off
        </Button>
      </DialogActions>
    </form>
  );
}
