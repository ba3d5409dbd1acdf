"use client";

import { type ReactNode, useId, useState } from "react";
import { RoleNotice } from "#components/console/role-notice.tsx";
import { useMay, useSession } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { OrganizationPanel } from "./organization-panel.tsx";
import { SecondFactorRequirement } from "./second-factor-requirement.tsx";
import { TierLimits } from "./tier-limits.tsx";
import { useOrganization, useRemoveOrganization } from "./use-organization.ts";

/** The settings of every organization; `children` are those of one console only. */
export function SettingsPage({ children }: { children?: ReactNode }) {
  const noticeId = useId();
  return (
    <>
      <PageHeader
        title="Settings"
        description="Settings for the whole organization. Your own password and passkeys are under your account."
      />
      <RoleNotice id={noticeId} least="owner">
        Changing the name, logo, sign-in rule, or refund limits and deleting the organization
      </RoleNotice>
      <Loaded query={useOrganization()} subject="the settings" rows={10} framed>
        {(organization) => (
          <>
            <OrganizationPanel organization={organization} noticeId={noticeId} />
            <SecondFactorRequirement organization={organization} noticeId={noticeId} />
            <TierLimits organization={organization} />
            {children}
            <DangerZone noticeId={noticeId} removable={organization.removable} />
          </>
        )}
      </Loaded>
    </>
  );
}

type DangerZoneProps = { noticeId: string; removable: boolean };

/** Actions that cannot be undone. */
function DangerZone({ noticeId, removable }: DangerZoneProps) {
  const reasonId = useId();
  const { organization } = useSession();
  const [asking, setAsking] = useState(false);
  const mayRemove = useMay("owner");
  const remove = useRemoveOrganization();
  function ask(open: boolean) {
    remove.reset();
    setAsking(open);
  }
  return (
    <Panel title="Danger zone">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 text-sm">
        <div className="min-w-0 max-w-[64ch]">
          <p className="font-medium">Delete the organization</p>
          <p id={reasonId} className="mt-0.5 text-muted text-pretty">
            {removable
              ? "Possible until it holds payments or cardholders: sealed receipts belong to the people who can open them."
              : "It cannot be deleted, because it holds payments or cardholders: sealed receipts belong to the people who can open them. You can revoke its keys and remove its members instead."}
          </p>
        </div>
        <Button
          look={removable ? "danger" : "secondary"}
          disabled={!mayRemove || !removable}
          aria-describedby={mayRemove ? reasonId : noticeId}
          onClick={() => ask(true)}
        >
          Delete
        </Button>
      </div>
      <LazyConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={`Delete ${organization.name}?`}
        typeToConfirm={organization.name}
        confirmLabel="Delete for good"
        onConfirm={() => remove.mutate(organization.name)}
        pending={remove.isPending || remove.isSuccess}
        error={remove.error ? describeError(remove.error) : undefined}
      >
        <p>
          Its members are signed out and removed, its API keys stop working at once, and its
          invitations, signing keys, and gateway connections are erased. This cannot be undone.
        </p>
      </LazyConfirmDialog>
    </Panel>
  );
}
