"use client";

import { ShieldCheck } from "lucide-react";
import { grantColumns } from "#components/access-log/access-columns.tsx";
import { useEnvironment } from "#components/console/environment.tsx";
import { Pager, useCursorPages } from "#components/ui/pager.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { Table } from "#components/ui/table.tsx";
import { failureOf } from "#lib/browser/query-client.ts";
import { useGrants } from "./use-cardholders.ts";

export function CardholderGrants({ userId }: { userId: string }) {
  return (
    <Panel
      title="Access"
      description="Each time access was granted with the cardholder’s consent, and the outcome."
      flush
    >
      <GrantRows userId={userId} />
    </Panel>
  );
}

function GrantRows({ userId }: { userId: string }) {
  const { environment } = useEnvironment();
  const { cursor, pager } = useCursorPages(environment);
  const page = useGrants(userId, cursor);
  const { data, isFetching, isPlaceholderData, refetch } = page;
  const failure = failureOf(page);
  if (failure) {
    return <ErrorState error={failure} retry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <SkeletonRows label="Loading the grants" rows={4} />;
  if (data.grants.length === 0) {
    return (
      <EmptyState icon={ShieldCheck} title="No access granted yet">
        A grant appears when the cardholder agrees to open a receipt, with a fingerprint or a PIN.
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        label="Grants"
        columns={grantColumns}
        rows={data.grants}
        rowKey={({ grantId }) => grantId}
        stale={isPlaceholderData}
      />
      <Pager label="Pages of grants" {...pager(data.nextCursor)} busy={isPlaceholderData} />
    </>
  );
}
