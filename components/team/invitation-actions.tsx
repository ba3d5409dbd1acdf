"use client";

import { useState } from "react";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { describeError } from "#lib/client/describe-error.ts";
import type { InvitationRow } from "./invitation-panel.tsx";
import { useWithdrawInvitation } from "./use-invitation-changes.ts";

/** Another link for one that got lost, and the end of the invitation. */
export function InvitationActions({ row }: { row: InvitationRow }) {
  const { invitation, noticeId, onNewLink } = row;
  const { email } = invitation;
  const [asking, setAsking] = useState(false);
  const mayChange = useMay("owner");
  const withdraw = useWithdrawInvitation(invitation);
  const common = {
    size: "small",
    look: "ghost",
    disabled: !mayChange,
    "aria-describedby": mayChange ? undefined : noticeId,
  } as const;

  function ask(open: boolean) {
    withdraw.reset();
    setAsking(open);
  }
  return (
    <div className="flex flex-wrap gap-1 max-md:-ml-2.5 md:-mr-2.5 md:flex-nowrap md:justify-end">
      <Button
        {...common}
        aria-label={`New link for ${email}`}
        onClick={() => onNewLink(invitation)}
      >
        New link
      </Button>
      <Button
        {...common}
        className="text-alarm"
        aria-label={`Withdraw the invitation of ${email}`}
        onClick={() => ask(true)}
      >
        Withdraw
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={`Withdraw the invitation of ${email}?`}
        confirmLabel="Withdraw"
        onConfirm={() => withdraw.mutate()}
        pending={withdraw.isPending || withdraw.isSuccess}
        error={withdraw.error ? describeError(withdraw.error) : undefined}
      >
        <p>Its link stops working at once.</p>
      </ConfirmDialog>
    </div>
  );
}
