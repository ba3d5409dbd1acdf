"use client";

import { ShieldCheck } from "lucide-react";
import { grantColumns } from "#components/access-log/access-columns.tsx";
import { useEnvironment } from "#components/console/environment.tsx";
import { PagedTable } from "#components/ui/paged-table.tsx";
import { useCursorPages } from "#components/ui/pager.tsx";
import { Panel } from "#components/ui/panel.tsx";
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
  return (
    <PagedTable
      subject="grants"
      label="Grants"
      page={page}
      rows={page.data?.grants}
      pager={pager(page.data?.nextCursor)}
      columns={grantColumns}
      rowKey={({ grantId }) => grantId}
      loadingRows={4}
      empty={{
        icon: ShieldCheck,
        title: "No access granted yet",
        children:
          "A grant appears when the cardholder agrees to open a receipt, with a fingerprint or a PIN.",
      }}
    />
  );
}
