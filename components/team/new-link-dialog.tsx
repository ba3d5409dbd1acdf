"use client";

import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { describeError } from "#lib/client/describe-error.ts";
import type { InvitationResource } from "#lib/contract/invitations.ts";
import { LinkDialog } from "./invite-dialog.tsx";
import { useInvite } from "./use-invitation-changes.ts";

type NewLinkDialogProps = { invitation: InvitationResource; onClose: () => void };

/** Another link for one that got lost. Open while it is there. */
export function NewLinkDialog({ invitation: { email, role }, onClose }: NewLinkDialogProps) {
  const { mutate, data: made, error, isPending } = useInvite();
  if (made) return <LinkDialog made={made} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Make a new link for ${email}?`}
      confirmLabel="Make a new link"
      look="primary"
      onConfirm={() => mutate({ email, role })}
      pending={isPending}
      error={error ? describeError(error) : undefined}
    >
      <p>The link that was made before stops working.</p>
    </ConfirmDialog>
  );
}
