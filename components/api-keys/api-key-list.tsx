"use client";

import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import { Table } from "#components/ui/table.tsx";
import type { ApiKeyResource } from "#lib/contract/api-keys.ts";
import { endedColumns, usableColumns } from "./api-key-columns.tsx";
import type { useApiKeys } from "./use-api-keys.ts";

type ApiKeyListProps = {
  query: ReturnType<typeof useApiKeys>;
  /** Where a key is shown in full. */
  hrefOf: (id: string) => string;
  /** The way to the first key. */
  action: ReactNode;
};

/** The keys that open something, and below them those that no longer do. */
export function ApiKeyList({ query, hrefOf, action }: ApiKeyListProps) {
  const { data: apiKeys = [], error, isPending, isFetching, refetch } = query;
  const usable = apiKeys.filter(isUsable);
  const ended = apiKeys.filter((apiKey) => !isUsable(apiKey));
  const table = { rowKey: ({ id }: ApiKeyResource) => id, shallow: true } as const;
  return (
    <>
      <Panel title="Keys in use" flush>
        {error ? (
          <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />
        ) : isPending ? (
          <SkeletonRows label="Loading the keys" rows={4} />
        ) : usable.length === 0 ? (
          <EmptyState icon={KeyRound} title="No key opens anything here" action={action}>
            A server calls the API with a key, sent as the header X-API-Key. Make one, and it is
            shown with a first call to paste.
          </EmptyState>
        ) : (
          <Table
            label="Keys in use"
            columns={usableColumns}
            rows={usable}
            href={({ id }) => hrefOf(id)}
            {...table}
          />
        )}
      </Panel>
      {ended.length > 0 ? (
        <Panel
          title="Ended keys"
          description="They are refused with 401, and stay here for the calls that they made."
          flush
        >
          <Table
            label="Ended keys"
            columns={endedColumns}
            rows={ended}
            href={({ id }) => hrefOf(id)}
            {...table}
          />
        </Panel>
      ) : null}
    </>
  );
}

function isUsable({ status }: ApiKeyResource): boolean {
  return status === "active" || status === "expiring";
}
