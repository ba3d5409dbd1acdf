"use client";

import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { DialogActions } from "#components/ui/dialog.tsx";
import { Time } from "#components/ui/time.tsx";
import type { NewInvitation } from "#lib/client/invitations.ts";
import { roleWords } from "./role-words.ts";

type InvitationLinkProps = { made: NewInvitation; onDone: () => void };

/** Only its hash is kept: whoever closes this without the link makes another one. */
export function InvitationLink({ made: { invitation, link }, onDone }: InvitationLinkProps) {
  const { email, role, expiresAt } = invitation;
  return (
    <>
      <div className="space-y-4">
        <CopyField label="Invitation link" value={link} />
        <Callout tone="warning" title="Shown this once">
          <p className="text-muted">
            Send it to {email} yourself, by a way that you trust: whoever opens it first joins as{" "}
            {roleWords[role].withArticle}. It is good until <Time at={expiresAt} as="exact" />.
          </p>
        </Callout>
      </div>
      <DialogActions>
        <Button onClick={onDone}>Done</Button>
      </DialogActions>
    </>
  );
}
