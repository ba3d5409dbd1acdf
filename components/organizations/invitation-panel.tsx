"use client";

import { MailPlus, MailX } from "lucide-react";
import { useState } from "react";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { EmptyState } from "#components/ui/states.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { INVITATION_DAYS } from "#lib/core/retention.ts";
import { InviteButton } from "./invite-button.tsx";
import { roleWords } from "./role-words.ts";
import { type ListedInvitation, type useInvitations, useWithdrawInvitation } from "./use-team.ts";

type InvitationPanelProps = {
  query: ReturnType<typeof useInvitations>;
  /** Of the text that says why the controls are disabled. */
  noticeId: string;
  onInvite: () => void;
  onSendAgain: (invitation: ListedInvitation) => void;
};

type InvitationRow = Pick<InvitationPanelProps, "noticeId" | "onSendAgain"> & {
  invitation: ListedInvitation;
};

/** The invitations that have not been accepted yet. */
export function InvitationPanel(props: InvitationPanelProps) {
  return (
    <Panel
      title="Pending invitations"
      description={`Each link works once, for ${INVITATION_DAYS} days.`}
      flush
    >
      <InvitationTable {...props} />
    </Panel>
  );
}

function InvitationTable({ query, noticeId, onInvite, onSendAgain }: InvitationPanelProps) {
  return (
    <Loaded query={query} subject="the invitations" rows={2}>
      {(invitations) =>
        invitations.length === 0 ? (
          <EmptyState
            icon={MailPlus}
            title="No pending invitations"
            action={<InviteButton noticeId={noticeId} onInvite={onInvite} look="secondary" />}
          >
            Invite colleagues by email: as developers if they build, for support if they help
            customers, or as viewers if they only look.
          </EmptyState>
        ) : (
          <Table
            label="Pending invitations"
            columns={columns}
            rows={invitations.map((invitation) => ({ invitation, noticeId, onSendAgain }))}
            rowKey={({ invitation }) => invitation.id}
          />
        )
      }
    </Loaded>
  );
}

const columns: Column<InvitationRow>[] = [
  {
    id: "email",
    stored: "invitation.email",
    title: "Email",
    cell: ({ invitation: { email, undelivered } }) => (
      <span className="block font-medium wrap-anywhere">
        {email}
        {undelivered ? <Undelivered /> : null}
      </span>
    ),
  },
  {
    id: "role",
    stored: "invitation.role",
    title: "Role",
    phone: "end",
    cell: ({ invitation }) => roleWords[invitation.role].label,
  },
  {
    id: "by",
    title: "Invited by",
    phone: "hidden",
    wide: true,
    cell: ({ invitation }) => (
      <span className="block wrap-anywhere md:min-w-32">{invitation.invitedBy}</span>
    ),
  },
  {
    id: "sent",
    title: "Sent",
    phone: "hidden",
    cell: ({ invitation }) => <Time at={invitation.createdAt} />,
  },
  { id: "expires", title: "Expires", cell: ({ invitation }) => <Time at={invitation.expiresAt} /> },
  {
    id: "actions",
    title: "Actions",
    numeric: true,
    phone: "plain",
    cell: (row) => <InvitationActions row={row} />,
  },
];

function Undelivered() {
  return (
    <span className="mt-0.5 block text-xs font-normal text-alarm">
      <MailX aria-hidden="true" className="mr-1 -mt-0.5 inline size-3.5" />
      Not delivered: the mail server refused the address
    </span>
  );
}

/** A new letter to replace a lost one, and the withdrawal of the invitation. */
function InvitationActions({ row }: { row: InvitationRow }) {
  const { invitation, noticeId, onSendAgain } = row;
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
        aria-label={`Send the invitation to ${email} again`}
        onClick={() => onSendAgain(invitation)}
      >
        Send again
      </Button>
      <Button
        {...common}
        className="text-alarm"
        aria-label={`Withdraw the invitation for ${email}`}
        onClick={() => ask(true)}
      >
        Withdraw
      </Button>
      <LazyConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={`Withdraw the invitation for ${email}?`}
        confirmLabel="Withdraw"
        onConfirm={() => withdraw.mutate()}
        pending={withdraw.isPending || withdraw.isSuccess}
        error={withdraw.error ? describeError(withdraw.error) : undefined}
      >
        <p>Its link stops working at once.</p>
      </LazyConfirmDialog>
    </div>
  );
}
