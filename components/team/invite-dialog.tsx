"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import type { NewInvitation } from "#lib/client/invitations.ts";
import { InvitationLink } from "./invitation-link.tsx";

/** First who and as what, then the link, which is shown this once. Open while it is there. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<NewInvitation>();
  if (made) return <LinkDialog made={made} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Invite somebody"
      description="You get a link to pass on; the service sends no mail by itself."
    >
      <InviteForm onMade={setMade} onCancel={onClose} />
    </Dialog>
  );
}

export function LinkDialog({ made, onClose }: { made: NewInvitation; onClose: () => void }) {
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
