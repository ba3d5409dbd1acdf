"use client";

import { useState } from "react";
import { useMay, useSession } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { describeError } from "#lib/client/describe-error.ts";
import type { MemberRow } from "./member-panel.tsx";
import { useRemoveMember } from "./use-member-changes.ts";

/** Takes a member out of the organization; for oneself it is the way out. */
export function RemoveMember({ row }: { row: MemberRow }) {
  const { member, isYou, isLastOwner, noticeId } = row;
  const { organization } = useSession();
  const [asking, setAsking] = useState(false);
  const mayRemove = useMay("owner");
  const remove = useRemoveMember(row);

  function ask(open: boolean) {
    remove.reset();
    setAsking(open);
  }
  return (
    <>
      <Button
        look="ghost"
        size="small"
        className="text-alarm max-md:-ml-2.5 md:-mr-2.5"
        aria-label={isYou ? "Leave the organization" : `Remove ${member.email}`}
        aria-describedby={mayRemove ? undefined : noticeId}
        title={mayRemove && isLastOwner ? "Make somebody else an owner first" : undefined}
        disabled={!mayRemove || isLastOwner}
        onClick={() => ask(true)}
      >
        {isYou ? "Leave" : "Remove"}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={isYou ? `Leave ${organization.name}?` : `Remove ${member.email}?`}
        confirmLabel={isYou ? "Leave" : "Remove"}
        onConfirm={() => remove.mutate()}
        pending={remove.isPending || remove.isSuccess}
        error={remove.error ? describeError(remove.error) : undefined}
      >
        <p>
          {isYou
            ? "Your sessions end at once, and you can come back only by an invitation."
            : "All sessions of this member end at once. The way back is another invitation."}{" "}
          API keys stay as they are: they belong to the organization.
        </p>
      </ConfirmDialog>
    </>
  );
}
