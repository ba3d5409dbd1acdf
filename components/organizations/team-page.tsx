"use client";

import { useId, useState } from "react";
import { useEnvironment } from "#components/console/environment.tsx";
import { ExportButton } from "#components/console/export-button.tsx";
import { RoleNotice } from "#components/console/role-notice.tsx";
import { useSession } from "#components/console/session.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { downloadCsv } from "#lib/browser/download-csv.ts";
import { InvitationPanel } from "./invitation-panel.tsx";
import { InviteButton } from "./invite-button.tsx";
import { MemberPanel } from "./member-panel.tsx";
import { rolesDownward, roleWords } from "./role-words.ts";
import { type ListedInvitation, useInvitations, useMembers } from "./use-team.ts";

const InviteDialog = loadedLater(async () => (await import("./invite-dialog.tsx")).InviteDialog, {
  place: "over",
});
const SendAgainDialog = loadedLater(
  async () => (await import("./invite-dialog.tsx")).SendAgainDialog,
  { place: "over" },
);

type Inviting = { how: "new" } | { how: "again"; invitation: ListedInvitation };

/** The members of an organization, of any kind. */
export function TeamPage() {
  const noticeId = useId();
  const { organization } = useSession();
  const { environment } = useEnvironment();
  // Here, not in the list, which renders again when the letter is sent.
  const [inviting, setInviting] = useState<Inviting>();
  const invite = () => setInviting({ how: "new" });
  const close = () => setInviting(undefined);
  // Content below a list waits for it, so that it does not jump.
  const [members, invitations] = [useMembers(), useInvitations()];
  return (
    <>
      <PageHeader
        title="Team"
        description={`Who has access to ${organization.name}, and what each of them can do.`}
        actions={
          <>
            <ExportButton
              download={() => downloadCsv("GET /api/console/members/export", { environment })}
            />
            <InviteButton noticeId={noticeId} onInvite={invite} />
          </>
        }
      />
      <RoleNotice id={noticeId} least="owner">
        Inviting, changing, and removing members
      </RoleNotice>
      <MemberPanel query={members} noticeId={noticeId} />
      {members.isFetched && invitations.isFetched ? (
        <>
          <InvitationPanel
            query={invitations}
            noticeId={noticeId}
            onInvite={invite}
            onSendAgain={(invitation) => setInviting({ how: "again", invitation })}
          />
          <RoleGuide />
        </>
      ) : null}
      {inviting?.how === "new" ? <InviteDialog onClose={close} /> : null}
      {inviting?.how === "again" ? (
        <SendAgainDialog invitation={inviting.invitation} onClose={close} />
      ) : null}
    </>
  );
}

/** The rights of each role; the lowest first, as each includes those before it. */
function RoleGuide() {
  return (
    <Panel
      title="What each role can do"
      description="Enforced by the API, not only by these pages."
    >
      <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2 xl:grid-cols-4">
        {rolesDownward.toReversed().map((role) => (
          <div key={role}>
            <dt className="font-medium">{roleWords[role].label}</dt>
            <dd className="mt-0.5 text-muted text-pretty">{roleWords[role].may}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
