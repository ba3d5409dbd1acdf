"use client";

import { UserPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMay } from "#components/console/session.tsx";
import { Button, type ButtonLook } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { CopyField } from "#components/ui/copy.tsx";
import { Dialog, DialogActions } from "#components/ui/dialog.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { Time } from "#components/ui/time.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { roleWords } from "./role-words.ts";
import { type NewInvitation, type PendingInvitation, useInvite } from "./use-team.ts";

type InviteButtonProps = {
  /** Of what says why the button is disabled. */
  noticeId: string;
  onInvite: () => void;
  look?: ButtonLook;
};

export function InviteButton({ noticeId, onInvite, look = "primary" }: InviteButtonProps) {
  const mayInvite = useMay("owner");
  return (
    <Button
      look={look}
      icon={UserPlus}
      disabled={!mayInvite}
      aria-describedby={mayInvite ? undefined : noticeId}
      onClick={onInvite}
    >
      Invite a member
    </Button>
  );
}

/** First who and as what, then the link, which is shown this once. Open while it is there. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<NewInvitation>();
  if (made) return <LinkDialog made={made} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Invite a member"
      description="You get a link to share; the service does not send email."
    >
      <InviteForm onMade={setMade} onCancel={onClose} />
    </Dialog>
  );
}

function LinkDialog({ made, onClose }: { made: NewInvitation; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title={`${made.invitation.email} is invited`}>
      <InvitationLink made={made} onDone={onClose} />
    </Dialog>
  );
}

// Most visits invite nobody: the form comes when it is asked for.
const InviteForm = dynamic(() => import("./invite-form.tsx").then((file) => file.InviteForm), {
  loading: () => <SkeletonRows label="Loading the form" rows={3} />,
});

type NewLinkDialogProps = { invitation: PendingInvitation; onClose: () => void };

/** Another link for one that got lost. Open while it is there. */
export function NewLinkDialog({ invitation: { email, role }, onClose }: NewLinkDialogProps) {
  const { mutate, data: made, error, isPending } = useInvite();
  if (made) return <LinkDialog made={made} onClose={onClose} />;
  return (
    <ConfirmDialog
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
    </ConfirmDialog>
  );
}

type InvitationLinkProps = { made: NewInvitation; onDone: () => void };

/** Only its hash is kept: whoever closes this without the link makes another one. */
function InvitationLink({ made: { invitation, link }, onDone }: InvitationLinkProps) {
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
