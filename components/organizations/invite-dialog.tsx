"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CopyField } from "#components/ui/copy.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogActions } from "#components/ui/dialog-actions.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { Time } from "#components/ui/time.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { roleWords } from "./role-words.ts";
import { type ListedInvitation, type NewInvitation, useInvite } from "./use-team.ts";

/** Asks for email and role, then shows the link, once. Open while it is rendered. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<NewInvitation>();
  if (created) return <LinkDialog created={created} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Invite a member"
      description="You get a link to share; the service does not send email."
    >
      <InviteForm onCreated={setCreated} onCancel={onClose} />
    </Dialog>
  );
}

function LinkDialog({ created, onClose }: { created: NewInvitation; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title={`${created.invitation.email} is invited`}>
      <InvitationLink created={created} onDone={onClose} />
    </Dialog>
  );
}

// Most visits invite nobody, so the form is loaded on demand.
const InviteForm = dynamic(() => import("./invite-form.tsx").then((file) => file.InviteForm), {
  loading: () => <SkeletonRows label="Loading the form" rows={3} />,
});

type NewLinkDialogProps = { invitation: ListedInvitation; onClose: () => void };

/** A new link to replace a lost one. Open while it is rendered. */
export function NewLinkDialog({ invitation: { email, role }, onClose }: NewLinkDialogProps) {
  const { mutate, data: created, error, isPending } = useInvite();
  if (created) return <LinkDialog created={created} onClose={onClose} />;
  return (
    <LazyConfirmDialog
      open
      onOpenChange={onClose}
      title={`Create a new link for ${email}?`}
      confirmLabel="Create a new link"
      look="primary"
      onConfirm={() => mutate({ email, role })}
      pending={isPending}
      error={error ? describeError(error) : undefined}
    >
      <p>The previous link stops working.</p>
    </LazyConfirmDialog>
  );
}

type InvitationLinkProps = { created: NewInvitation; onDone: () => void };

/** Only its hash is kept: after closing this without the link, a new one must be created. */
function InvitationLink({ created: { invitation, link }, onDone }: InvitationLinkProps) {
  const { email, role, expiresAt } = invitation;
  return (
    <>
      <div className="space-y-4">
        <CopyField label="Invitation link" value={link} />
        <Callout tone="warning" title="Shown only once">
          <p className="text-muted">
            Send it to {email} yourself, through a channel you trust: whoever opens it first joins
            as {roleWords[role].withArticle}. It is valid until <Time at={expiresAt} as="exact" />.
          </p>
        </Callout>
      </div>
      <DialogActions>
        <Button onClick={onDone}>Done</Button>
      </DialogActions>
    </>
  );
}
