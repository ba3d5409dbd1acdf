"use client";

import { LogOut } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { describeError } from "#lib/client/describe-error.ts";
import { useEndAllSessions } from "./use-own-account.ts";

export function SessionsPanel() {
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
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        look="primary"
        onConfirm={() => end.mutate()}
        pending={end.isPending || end.isSuccess}
        error={end.error ? describeError(end.error) : undefined}
      >
        <p>Every session of yours ends at once, this one included. API keys go on working.</p>
      </ConfirmDialog>
    </Panel>
  );
}
