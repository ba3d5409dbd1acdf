import { CopyButton } from "#components/ui/copy-button.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Time } from "#components/ui/time.tsx";
import type { ApiKeyResource } from "#lib/contract/api-keys.ts";
import { ApiKeyStatus } from "./api-key-status.tsx";
import { scopeWords } from "./scope-words.ts";

/** All that is known of a key. */
export function ApiKeyFacts({ apiKey }: { apiKey: ApiKeyResource }) {
  const { id, hint, status, scopes, allowedAddresses, createdAt, createdBy } = apiKey;
  const { lastUsedAt, lastUsedAddress, expiresAt, revokedAt } = apiKey;
  return (
    <KeyValues
      rows={[
        { name: "Status", value: <ApiKeyStatus status={status} /> },
        { name: "Key", value: <Code>{hint}</Code> },
        {
          name: "Id",
          value: (
            <span className="flex items-center gap-1">
              <Code>{id}</Code>
              <CopyButton text={id} label="key id" />
            </span>
          ),
        },
        {
          name: "Scopes",
          value: (
            <ul className="space-y-2">
              {scopes.map((scope) => (
                <li key={scope}>
                  {scopeWords[scope]}
                  <span className="block font-mono text-xs text-muted">{scope}</span>
                </li>
              ))}
            </ul>
          ),
        },
        {
          name: "Allowed addresses",
          value:
            allowedAddresses.length === 0 ? (
              "Any"
            ) : (
              <ul>
                {allowedAddresses.map((address) => (
                  <li key={address}>
                    <Code>{address}</Code>
                  </li>
                ))}
              </ul>
            ),
        },
        {
          name: "Last used",
          value:
            lastUsedAt === null ? (
              "Never"
            ) : (
              <>
                <Time at={lastUsedAt} as="exact" />
                {lastUsedAddress ? <span className="block">from {lastUsedAddress}</span> : null}
              </>
            ),
        },
        {
          name: status === "expired" ? "Expired" : "Expires",
          value: expiresAt === null ? "Never" : <Time at={expiresAt} as="exact" />,
        },
        ...(revokedAt === null
          ? []
          : [{ name: "Revoked", value: <Time at={revokedAt} as="exact" /> }]),
        {
          name: "Made",
          value: (
            <>
              <Time at={createdAt} as="exact" />
              {createdBy ? <span className="block">by {createdBy}</span> : null}
            </>
          ),
        },
      ]}
    />
  );
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-xs wrap-anywhere">{children}</code>;
}
