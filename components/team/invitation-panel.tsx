"use client";

import { MailPlus } from "lucide-react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { INVITATION_DAYS, type InvitationResource } from "#lib/contract/invitations.ts";
import { InvitationActions } from "./invitation-actions.tsx";
import { InviteButton } from "./invite-button.tsx";
import { roleWords } from "./role-words.ts";
import { useInvitations } from "./use-invitations.ts";

type InvitationPanelProps = {
  /** Of what says why the controls are disabled. */
  noticeId: string;
  onInvite: () => void;
  onNewLink: (invitation: InvitationResource) => void;
};

export type InvitationRow = Omit<InvitationPanelProps, "onInvite"> & {
  invitation: InvitationResource;
};

/** The invitations that nobody has taken yet. */
export function InvitationPanel(props: InvitationPanelProps) {
  return (
    <Panel
      title="Open invitations"
      description={`Each link works once, for ${INVITATION_DAYS} days.`}
      flush
    >
      <InvitationTable {...props} />
    </Panel>
  );
}

function InvitationTable({ noticeId, onInvite, onNewLink }: InvitationPanelProps) {
  const { data: invitations, error, isPending, isFetching, refetch } = useInvitations();
  if (error) return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  if (isPending) return <SkeletonRows label="Loading the invitations" rows={2} />;
  if (invitations.length === 0) {
    return (
      <EmptyState
        icon={MailPlus}
        title="Nobody is on the way in"
        action={<InviteButton noticeId={noticeId} onInvite={onInvite} look="secondary" />}
      >
        Invite colleagues by a link: those who build as developers, those who only look as viewers.
      </EmptyState>
    );
  }
  const rows = invitations.map((invitation) => ({ invitation, noticeId, onNewLink }));
  return (
    <Table
      label="Open invitations"
      columns={columns}
      rows={rows}
      rowKey={({ invitation }) => invitation.id}
    />
  );
}

const columns: Column<InvitationRow>[] = [
  {
    id: "email",
    title: "Email",
    cell: ({ invitation }) => (
      <span className="inline-block font-medium wrap-anywhere md:min-w-40">{invitation.email}</span>
    ),
  },
  { id: "role", title: "Role", cell: ({ invitation }) => roleWords[invitation.role].label },
  {
    id: "by",
    title: "Invited by",
    cell: ({ invitation }) =>
      invitation.invitedBy === null ? (
        <span className="text-muted">A former member</span>
      ) : (
        <span className="inline-block wrap-anywhere md:min-w-32">{invitation.invitedBy}</span>
      ),
  },
  { id: "sent", title: "Made", cell: ({ invitation }) => <Time at={invitation.createdAt} /> },
  { id: "expires", title: "Ends", cell: ({ invitation }) => <Time at={invitation.expiresAt} /> },
  {
    id: "actions",
    title: "Actions",
    numeric: true,
    cell: (row) => <InvitationActions row={row} />,
  },
];
