"use client";

import { ShieldCheck, ShieldOff } from "lucide-react";
import { useState } from "react";
import { useSession } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { FocusHere } from "#components/ui/focus-here.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { type StatusLook, StatusMark } from "#components/ui/status-mark.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import {
  type NewTotp,
  useBeginSecondFactor,
  useRefreshSession,
  useRemoveSecondFactor,
} from "./use-own-account.ts";

/** On the page, not in a dialog: a stray click must not close what is shown only once. */
export function SecondFactorPanel() {
  const { authenticatorApp } = useSession();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const [hasSaved, setSaved] = useState(false);
  const refreshSession = useRefreshSession();
  function show(codes: readonly string[]) {
    setRecoveryCodes(codes);
    void refreshSession();
  }
  function finish() {
    setRecoveryCodes(undefined);
    setSaved(true);
  }
  const state = <StatusMark look={authenticatorApp ? on : off} />;
  return (
    <Panel
      title="Authenticator app"
      description="A code from an app on your phone, required after the password at each sign-in."
    >
      {recoveryCodes ? (
        <RecoveryCodes recoveryCodes={recoveryCodes} onDone={finish} />
      ) : (
        <div className="space-y-4 text-sm">
          {hasSaved ? <FocusHere>{state}</FocusHere> : <p>{state}</p>}
          {authenticatorApp ? <RemoveSecondFactor /> : <AuthenticatorSetup onSetUp={show} />}
        </div>
      )}
    </Panel>
  );
}

const on: StatusLook = { word: "On", color: "text-pine", icon: ShieldCheck };
const off: StatusLook = { word: "Off", color: "text-muted", icon: ShieldOff };

type AuthenticatorSetupProps = { onSetUp: (recoveryCodes: readonly string[]) => void };

/** A button, and then the secret for the app. */
export function AuthenticatorSetup({ onSetUp }: AuthenticatorSetupProps) {
  const [setup, setSetup] = useState<NewTotp>();
  const begin = useBeginSecondFactor();
  if (setup) {
    const cancel = () => setSetup(undefined);
    return <SecondFactorSetup setup={setup} onConfirmed={onSetUp} onCancel={cancel} />;
  }
  return (
    <div className="space-y-4 text-sm">
      <ErrorCallout error={begin.error} />
      <p className="max-w-[64ch] text-muted text-pretty">
        Even someone who learns your password cannot sign in. Any app that supports time-based codes
        works.
      </p>
      <Button
        pending={begin.isPending}
        onClick={() => begin.mutate(undefined, { onSuccess: setSetup })}
      >
        Set up
      </Button>
    </div>
  );
}

// Rendered once in the life of an account, so the QR code's library is loaded on demand.
const SecondFactorSetup = loadedLater(
  async () => (await import("./second-factor-setup.tsx")).SecondFactorSetup,
  { waiting: <SkeletonRows label="Loading the code" rows={5} bare /> },
);

function RemoveSecondFactor() {
  const { passkeys } = useSession();
  const [asking, setAsking] = useState(false);
  const remove = useRemoveSecondFactor();
  function ask(open: boolean) {
    remove.reset();
    setAsking(open);
  }
  return (
    <>
      <p className="max-w-[64ch] text-muted text-pretty">
        To use another phone, turn it off here and set it up again. You get new recovery codes, too.
      </p>
      <Button look="secondary" onClick={() => ask(true)}>
        Turn off
      </Button>
      <LazyConfirmDialog
        open={asking}
        onOpenChange={ask}
        title="Turn off the authenticator app?"
        confirmLabel="Turn off"
        onConfirm={() => remove.mutate()}
        pending={remove.isPending}
        error={remove.error ? describeError(remove.error) : undefined}
      >
        <p>
          {passkeys > 0
            ? "You then sign in with a passkey, or with the password and a recovery code."
            : "You then sign in with the password alone, and the recovery codes stop working."}
        </p>
      </LazyConfirmDialog>
    </>
  );
}
