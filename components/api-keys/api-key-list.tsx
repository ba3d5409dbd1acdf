"use client";

import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { Panel } from "#components/ui/panel.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { failureOf } from "#lib/browser/query-client.ts";
import { ApiKeyStatus } from "./api-key-facts.tsx";
import type { ListedApiKey, useApiKeys } from "./use-api-keys.ts";

type ApiKeyListProps = {
  query: ReturnType<typeof useApiKeys>;
  /** The page of a key. */
  hrefOf: (id: string) => string;
  /** Leads to the first key. */
  action: ReactNode;
};

/** The active keys, and below them the inactive ones. */
export function ApiKeyList({ query, hrefOf, action }: ApiKeyListProps) {
  const { data: apiKeys = [], isPending, isFetching, refetch } = query;
  const failure = failureOf(query);
  const usable = apiKeys.filter(isUsable);
  const ended = apiKeys.filter((apiKey) => !isUsable(apiKey));
  const table = { rowKey: ({ id }: ListedApiKey) => id, shallow: true } as const;
  return (
    <>
      <Panel title="Active keys" flush>
        {failure ? (
          <ErrorState error={failure} retry={() => void refetch()} retrying={isFetching} />
        ) : isPending ? (
          <SkeletonRows label="Loading the keys" rows={4} />
        ) : usable.length === 0 ? (
          <EmptyState icon={KeyRound} title="No active keys" action={action}>
            Servers call the API with a key in the X-API-Key header. Create one, and it is shown
            with a first call to paste.
          </EmptyState>
        ) : (
          <Table
            label="Active keys"
            columns={usableColumns}
            rows={usable}
            href={({ id }) => hrefOf(id)}
            {...table}
          />
        )}
      </Panel>
      {ended.length > 0 ? (
        <Panel
          title="Inactive keys"
          description="They are refused with 401, and are kept here for the calls they made."
          flush
        >
          <Table
            label="Inactive keys"
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

function isUsable({ status }: ListedApiKey): boolean {
  return status === "active" || status === "expiring";
}

const name: Column<ListedApiKey> = {
  id: "name",
  stored: "api_key.name",
  title: "Name",
  cell: (apiKey) => (
    <span className="block max-w-96">
      <span className="block wrap-anywhere">{apiKey.name}</span>
      <span className="block font-mono text-xs font-normal text-muted">{apiKey.hint}</span>
    </span>
  ),
};

const status: Column<ListedApiKey> = {
  id: "status",
  title: "Status",
  phone: "end",
  cell: (apiKey) => (
    <span>
      <ApiKeyStatus status={apiKey.status} />
      {apiKey.rolledTo && apiKey.status === "expiring" ? (
        <span className="block text-xs text-muted">Rolled</span>
      ) : null}
    </span>
  ),
};

const scopes: Column<ListedApiKey> = {
  id: "scopes",
  stored: "api_key.scopes",
  title: "Scopes",
  phone: "hidden",
  cell: ({ scopes: [first, second, ...others] }) => (
    <span className="block font-mono text-xs leading-4.5">
      <span className="block">{first}</span>
      {second ? (
        <span className="block">
          {second}
          {others.length > 0 ? <span className="text-muted"> +{others.length}</span> : null}
        </span>
      ) : null}
    </span>
  ),
};

const used: Column<ListedApiKey> = {
  id: "used",
  stored: "api_key.last_used_at",
  title: "Last used",
  cell: ({ lastUsedAt, lastUsedAddress }) =>
    lastUsedAt === null ? (
      <span className="text-muted">Never</span>
    ) : (
      <span>
        <Time at={lastUsedAt} />
        {lastUsedAddress ? (
          <span className="block font-mono text-xs text-muted wrap-anywhere max-md:hidden">
            {lastUsedAddress}
          </span>
        ) : null}
      </span>
    ),
};

const expires: Column<ListedApiKey> = {
  id: "expires",
  title: "Expires",
  cell: ({ expiresAt }) =>
    expiresAt === null ? <span className="text-muted">Never</span> : <Time at={expiresAt} />,
};

const ended: Column<ListedApiKey> = {
  id: "ended",
  title: "Ended",
  cell: ({ expiresAt, revokedAt }) => {
    const at = revokedAt ?? expiresAt;
    return at === null ? null : <Time at={at} />;
  },
};

const usableColumns = [name, status, scopes, used, expires];

const endedColumns = [name, status, scopes, used, ended];
