import type { Column } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { ApiKeyResource } from "#lib/contract/api-keys.ts";
import { ApiKeyStatus } from "./api-key-status.tsx";

const name: Column<ApiKeyResource> = {
  id: "name",
  title: "Name",
  cell: (apiKey) => (
    <span className="block min-w-0 md:w-72">
      <span className="block wrap-anywhere">{apiKey.name}</span>
      <span className="block font-mono text-xs font-normal text-muted">{apiKey.hint}</span>
    </span>
  ),
};

const status: Column<ApiKeyResource> = {
  id: "status",
  title: "Status",
  cell: (apiKey) => (
    <span>
      <ApiKeyStatus status={apiKey.status} />
      {apiKey.rolledTo && apiKey.status === "expiring" ? (
        <span className="block text-xs text-muted">Rolled</span>
      ) : null}
    </span>
  ),
};

const scopes: Column<ApiKeyResource> = {
  id: "scopes",
  title: "Scopes",
  cell: ({ scopes: [first, second, ...others] }) => (
    <span className="block font-mono text-xs leading-5">
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

const used: Column<ApiKeyResource> = {
  id: "used",
  title: "Last used",
  cell: ({ lastUsedAt, lastUsedAddress }) =>
    lastUsedAt === null ? (
      <span className="text-muted">Never</span>
    ) : (
      <span>
        <Time at={lastUsedAt} />
        {lastUsedAddress ? (
          <span className="block font-mono text-xs text-muted wrap-anywhere">
            {lastUsedAddress}
          </span>
        ) : null}
      </span>
    ),
};

const expires: Column<ApiKeyResource> = {
  id: "expires",
  title: "Expires",
  cell: ({ expiresAt }) =>
    expiresAt === null ? <span className="text-muted">Never</span> : <Time at={expiresAt} />,
};

const ended: Column<ApiKeyResource> = {
  id: "ended",
  title: "Ended",
  cell: ({ expiresAt, revokedAt }) => {
    const at = revokedAt ?? expiresAt;
    return at === null ? null : <Time at={at} />;
  },
};

export const usableColumns = [name, status, scopes, used, expires];

export const endedColumns = [name, status, scopes, used, ended];
