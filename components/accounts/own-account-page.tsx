"use client";

import { useSession } from "#components/console/session.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { EmailPanel } from "./email-panel.tsx";
import { PasskeysPanel } from "./passkeys-panel.tsx";
import { PasswordPanel } from "./password-panel.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import { TimePanel } from "./time-panel.tsx";

/** The member's own sign-in settings, the same for every role. */
export function OwnAccountPage() {
  const { member, organization } = useSession();
  return (
    <>
      <PageHeader
        title="Your account"
        description={
          <>
            <span className="text-ink wrap-anywhere">{member.email}</span>, {member.role} of{" "}
            {organization.name}.
          </>
        }
      />
      <EmailPanel />
      <PasskeysPanel />
      <PasswordPanel />
      <SecondFactorPanel />
      <SessionsPanel />
      <TimePanel />
    </>
  );
}
