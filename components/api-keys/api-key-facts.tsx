import { Ban, CircleCheck, CircleSlash, Hourglass } from "lucide-react";
import { CopyButton } from "#components/ui/copy.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { type StatusLook, StatusMark } from "#components/ui/status-mark.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Scope } from "#lib/core/permissions.ts";
import type { ListedApiKey } from "./use-api-keys.ts";

/** Everything known about a key. */
export function ApiKeyFacts({ apiKey }: { apiKey: ListedApiKey }) {
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
          name: "Created",
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

type ApiKeyStatusProps = { status: ListedApiKey["status"] };

export function ApiKeyStatus({ status }: ApiKeyStatusProps) {
  return <StatusMark look={looks[status]} />;
}

const looks: Record<ListedApiKey["status"], StatusLook> = {
  active: { word: "Active", color: "text-pine", icon: CircleCheck },
  expiring: { word: "Expiring", color: "text-escrowed", icon: Hourglass },
  expired: { word: "Expired", color: "text-expired", icon: CircleSlash },
  revoked: { word: "Revoked", color: "text-alarm", icon: Ban },
};

/** What a key with the scope may do, in plain words. */
export const scopeWords: Record<Scope, string> = {
  "onboarding:write": "Generate key pairs, register cards, and rotate their keys",
  "keys:grant": "Request access to a receipt once the cardholder consents",
  "receipts:read": "List a cardholder’s receipts, without their content",
  "receipts:decrypt": "Fetch a sealed receipt, or have it decrypted",
  "payments:write": "Create payments, each with a sealed receipt",
  "payments:read": "Read the status of payments",
  "webhooks:write":
    "Set up webhook endpoints for the events that the key can read, and send them again",
};
