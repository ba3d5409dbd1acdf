"use client";

import { UserPlus } from "lucide-react";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ButtonLook } from "#components/ui/button-look.ts";

type InviteButtonProps = {
  /** Of the text that says why the button is disabled. */
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
