"use client";

import { useId, useState } from "react";
import { useEnvironment } from "#components/console/environment.tsx";
import { RoleNotice } from "#components/console/role-notice.tsx";
import { useSession } from "#components/console/session.tsx";
import { useExportMenu } from "#components/console/use-export-menu.ts";
import { loadedLater } from "#components/ui/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { downloadCsv } from "#lib/browser/download-csv.ts";
import { InvitationPanel } from "./invitation-panel.tsx";
import { InviteButton } from "./invite-button.tsx";
import { MemberPanel } from "./member-panel.tsx";
import { RoleGuide } from "./role-guide.tsx";
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
  const menu = useExportMenu({
    download: () => downloadCsv("GET /api/console/members/export", { environment }),
  });
  return (
    <>
      <PageHeader
        title="Team"
        description={`Who has access to ${organization.name}, and what each of them can do.`}
        actions={<InviteButton noticeId={noticeId} onInvite={invite} />}
        menu={menu}
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
