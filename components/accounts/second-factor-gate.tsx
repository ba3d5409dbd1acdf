"use client";

import { type ReactNode, useState } from "react";
import { useSession } from "#components/console/session.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { AuthenticatorSetup } from "./second-factor-panel.tsx";
import { useRefreshSession } from "./use-own-account.ts";

/** Whoever must have a second factor sets one up before anything else: the API refuses all the rest. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const { secondFactor, secondFactorRequired } = useSession();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const refreshSession = useRefreshSession();
  function show(codes: readonly string[] | null) {
    setRecoveryCodes(codes);
    void refreshSession();
  }
  if (recoveryCodes) {
    return (
      <Panel title="Recovery codes">
        <RecoveryCodes recoveryCodes={recoveryCodes} onDone={() => setRecoveryCodes(null)} />
      </Panel>
    );
  }
  if (!secondFactorRequired || secondFactor) return children;
  return <SetUpSecondFactor onSetUp={show} />;
}

type SetUpProps = { onSetUp: (recoveryCodes: readonly string[] | null) => void };

function SetUpSecondFactor({ onSetUp }: SetUpProps) {
  const { organization } = useSession();
  return (
    <>
      <PageHeader
        title="Set up a second factor"
        description={`You need one to work in ${organization.name}. Either of these will do.`}
      />
      <Panel
        title="Passkey"
        description="Your finger, face, or device PIN. It also signs you in without the password."
      >
        <AddPasskey onAdded={(added) => onSetUp(added.recoveryCodes)} />
      </Panel>
      <Panel
        title="Authenticator app"
        description="A code from an app on your phone, after the password at each sign-in."
      >
        <AuthenticatorSetup onSetUp={onSetUp} />
      </Panel>
    </>
  );
}
