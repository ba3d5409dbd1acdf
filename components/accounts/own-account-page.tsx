"use client";

import { LogOut } from "lucide-react";
import { useState } from "react";
import { useSession } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { PasswordPanel } from "./password-panel.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";
import { TimePanel } from "./time-panel.tsx";
import { useEndAllSessions } from "./use-own-account.ts";

/** How a member signs in, the same for every role. */
export function OwnAccountPage() {
  const { member, organization } = useSession();
  return (
    <>
      <PageHeader
        title="Your account"
        description={
          <>
            <span className="text-ink wrap-anywhere">{member.email}</span>, {member.role} of{" "}
            {organization.name}.
          </>
        }
      />
      <PasswordPanel />
      <SecondFactorPanel />
      <TimePanel />
      <SessionsPanel />
    </>
  );
}

function SessionsPanel() {
  const [asking, setAsking] = useState(false);
  const end = useEndAllSessions();
  function ask(open: boolean) {
    end.reset();
    setAsking(open);
  }
  return (
    <Panel
      title="Sessions"
      description="For a browser that you left signed in, or a device that you no longer have."
    >
      <Button look="secondary" icon={LogOut} onClick={() => ask(true)}>
        Sign out everywhere
      </Button>
      <LazyConfirmDialog
        open={asking}
        onOpenChange={ask}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        look="primary"
        onConfirm={() => end.mutate()}
        pending={end.isPending || end.isSuccess}
        error={end.error ? describeError(end.error) : undefined}
      >
        <p>All of your sessions end at once, including this one. API keys keep working.</p>
      </LazyConfirmDialog>
    </Panel>
  );
}
