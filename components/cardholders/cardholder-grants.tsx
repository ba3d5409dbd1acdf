"use client";

import { ShieldCheck } from "lucide-react";
import { grantColumns } from "#components/access-log/access-columns.tsx";
import { useEnvironment } from "#components/console/environment.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import { Table } from "#components/ui/table.tsx";
import { useCursorPages } from "#components/ui/use-cursor-pages.ts";
import { useGrants } from "./use-cardholder.ts";

export function CardholderGrants({ userId }: { userId: string }) {
  return (
    <Panel
      title="Access"
      description="Each time access was granted after the cardholder consented, and what came of it."
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
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = page;
  if (error) {
    return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  }
  if (isPending) return <SkeletonRows label="Loading the grants" rows={4} />;
  if (data.grants.length === 0) {
    return (
      <EmptyState icon={ShieldCheck} title="Access was never granted">
        A grant is made when the cardholder consents to opening a receipt, with a finger or a PIN.
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
