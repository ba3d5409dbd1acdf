"use client";

import type { ReactNode } from "react";
import { Callout } from "#components/ui/callout.tsx";
import type { Role } from "#lib/core/permissions.ts";
import { useMay, useSession } from "./session.tsx";

type RoleNoticeProps = {
  /** For `aria-describedby` of the disabled controls. */
  id: string;
  least?: Role;
  /** The actions that need that role: "Creating, rolling, and revoking keys". */
  children: ReactNode;
};

/** For members whose role is too low: why buttons are disabled, and which members can change that. */
export function RoleNotice({ id, least = "developer", children }: RoleNoticeProps) {
  const { member } = useSession();
  if (useMay(least)) return null;
  return (
    <div id={id}>
      <Callout>
        {children} requires the {least} role; yours is {member.role}. An owner of the organization
        can change your role.
      </Callout>
    </div>
  );
}
