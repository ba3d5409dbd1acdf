"use client";

import { useState } from "react";
import { MailboxHint } from "#components/accounts/letter-sent.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogActions } from "#components/ui/dialog-actions.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { Time } from "#components/ui/time.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { roleWithArticle } from "#lib/core/permissions.ts";
import { type ListedInvitation, useInvite } from "./use-team.ts";

/** Asks for email and role, then confirms. Open while it is rendered. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [sent, setSent] = useState<ListedInvitation>();
  if (sent) return <SentDialog sent={sent} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Invite a member"
      description="They get an email with a link to join."
    >
      <InviteForm onSent={setSent} onCancel={onClose} />
    </Dialog>
  );
}

// Most visits send no invitation, so the form is loaded on demand.
const InviteForm = loadedLater(async () => (await import("./invite-form.tsx")).InviteForm, {
  waiting: <SkeletonRows label="Loading the form" rows={3} bare />,
});

type SendAgainDialogProps = { invitation: ListedInvitation; onClose: () => void };

/** A new letter to replace a lost one. Open while it is rendered. */
export function SendAgainDialog({ invitation: { email, role }, onClose }: SendAgainDialogProps) {
  const { mutate, data, error, isPending } = useInvite();
  if (data) return <SentDialog sent={data.invitation} onClose={onClose} />;
  return (
    <LazyConfirmDialog
      open
      onOpenChange={onClose}
      title={`Send the invitation to ${email} again?`}
      confirmLabel="Send again"
      look="primary"
      onConfirm={() => mutate({ email, role })}
      pending={isPending}
      error={error ? describeError(error) : undefined}
    >
      <p>The link in the earlier email stops working.</p>
    </LazyConfirmDialog>
  );
}

function SentDialog({ sent, onClose }: { sent: ListedInvitation; onClose: () => void }) {
  const { email, role, expiresAt } = sent;
  return (
    <Dialog open onOpenChange={onClose} title={`${email} is invited`}>
      <div className="space-y-4">
        <p className="text-sm text-pretty">
          We sent {email} a link to join as {roleWithArticle[role]}. It is valid until{" "}
          <Time at={expiresAt} as="exact" />.
        </p>
        <MailboxHint />
      </div>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}
