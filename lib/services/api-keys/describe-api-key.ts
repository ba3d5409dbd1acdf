import { type ApiKeyResource, EXPIRING_MS } from "#lib/contract/api-keys.ts";
import type { ManagedApiKey } from "#lib/storage/managed-api-keys.ts";

export function describeApiKey(key: ManagedApiKey): ApiKeyResource {
  return {
    ...key,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    createdAt: key.createdAt.toISOString(),
    status: statusOf(key),
  };
}

export function statusOf({
  expiresAt,
  revokedAt,
}: Pick<ManagedApiKey, "expiresAt" | "revokedAt">): ApiKeyResource["status"] {
  if (revokedAt !== null) return "revoked";
  if (expiresAt === null) return "active";

  const leftMs = expiresAt.getTime() - Date.now();
  if (leftMs <= 0) return "expired";
  return leftMs <= EXPIRING_MS ? "expiring" : "active";
}
