"use client";

import { type ReactNode, useId } from "react";
import { RoleNotice } from "#components/console/role-notice.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { DangerZone } from "./danger-zone.tsx";
import { OrganizationPanel } from "./organization-panel.tsx";
import { TierLimits } from "./tier-limits.tsx";

/** The settings that every organization has; `children` are those of one console alone. */
export function SettingsPage({ children }: { children?: ReactNode }) {
  const noticeId = useId();
  return (
    <>
      <PageHeader
        title="Settings"
        description="What belongs to the organization as a whole. Your own password and second factor are in your account."
      />
      <RoleNotice id={noticeId} least="owner">
        Renaming and deleting the organization
      </RoleNotice>
      <OrganizationPanel noticeId={noticeId} />
      <TierLimits />
      {children}
      <DangerZone noticeId={noticeId} />
    </>
  );
}
