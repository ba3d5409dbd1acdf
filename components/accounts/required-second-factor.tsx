"use client";

import { useState } from "react";
import { useSession } from "#components/console/session.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { AuthenticatorSetup } from "./second-factor-panel.tsx";
import { useRefreshSession } from "./use-own-account.ts";

/** Sets up the member's first second factor, in place of the page that needs it. */
export function RequiredSecondFactor({ onDone }: { onDone: () => void }) {
  const { organization } = useSession();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const refreshSession = useRefreshSession();
  async function finish(codes: readonly string[] | null) {
    await refreshSession();
    if (codes) setRecoveryCodes(codes);
    else leave();
  }
  function leave() {
    // Before the focused button disappears: focuses the place of the page.
    document.getElementById("content")?.focus();
    onDone();
  }
  if (recoveryCodes) {
    return (
      <Panel title="Recovery codes">
        <RecoveryCodes recoveryCodes={recoveryCodes} onDone={leave} />
      </Panel>
    );
  }
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
        <AddPasskey onAdded={(added) => finish(added.recoveryCodes)} />
      </Panel>
      <Panel
        title="Authenticator app"
        description="A code from an app on your phone, after the password at each sign-in."
      >
        <AuthenticatorSetup onSetUp={finish} />
      </Panel>
    </>
  );
}
