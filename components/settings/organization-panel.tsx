"use client";

import { ErrorState } from "#components/ui/error-state.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import { RenameForm } from "./rename-form.tsx";
import { useOrganization } from "./use-organization.ts";

/** Who the organization is. There is no empty state: nobody is signed in without one. */
export function OrganizationPanel({ noticeId }: { noticeId: string }) {
  return (
    <Panel title="Organization">
      <OrganizationFacts noticeId={noticeId} />
    </Panel>
  );
}

function OrganizationFacts({ noticeId }: { noticeId: string }) {
  const { data: organization, error, isPending, isFetching, refetch } = useOrganization();
  if (error) return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  if (isPending) return <SkeletonRows label="Loading the organization" rows={4} />;
  return (
    <div className="space-y-4">
      <RenameForm name={organization.name} noticeId={noticeId} />
      <KeyValues
        rows={[
          { name: "Kind", value: <span className="capitalize">{organization.kind}</span> },
          { name: "Since", value: <Time at={organization.createdAt} as="exact" /> },
          {
            name: "Organization id",
            value: <code className="font-mono text-xs wrap-anywhere">{organization.id}</code>,
          },
        ]}
      />
    </div>
  );
}
