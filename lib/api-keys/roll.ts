import type { MemberCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { endApiKeys } from "./check.ts";
import type { ApiKeyResource, RolledApiKey } from "./contract.ts";
import { newApiKey } from "./create.ts";
import { describeApiKey, getApiKey, statusOf } from "./list.ts";
import { insertApiKey, lockApiKey, type ManagedApiKey, markRevoked, markRolled } from "./store.ts";

/**
 * Puts a new key in the place of one, with all that it may do; the old one ends after the grace, or
 * at its own expiry where that is sooner.
 * Throws `not_found`, or `conflict` for a key that has ended or was rolled before.
 */
export async function rollApiKey({
  caller,
  apiKeyId,
  graceSeconds,
}: {
  caller: MemberCaller;
  apiKeyId: string;
  graceSeconds: number;
}): Promise<RolledApiKey> {
  const rolled = await inTransaction(async (transaction) => {
    await lockApiKey(transaction, caller, apiKeyId);
    const old = await getApiKey(caller, apiKeyId, transaction);
    requireRollable(old);

    const now = new Date();
    const { name, scopes, allowedAddresses, expiresAt } = old;
    const { secret, row } = newApiKey({ environment: caller.environment, name, scopes });
    await insertApiKey(transaction, caller, {
      ...row,
      allowedAddresses,
      // The old key's own expiry, not the end of its grace: a roll neither prolongs nor shortens.
      expiresAt,
      createdAt: now,
      createdBy: caller.memberId,
    });
    const graceEnd = new Date(now.getTime() + graceSeconds * 1000);
    const end = expiresAt !== null && expiresAt < graceEnd ? expiresAt : graceEnd;
    await markRolled(transaction, caller, { id: apiKeyId, rolledTo: row.id, expiresAt: end });
    return {
      secret,
      key: await getApiKey(caller, row.id, transaction),
      previous: await getApiKey(caller, apiKeyId, transaction),
    };
  });

  // Under a longer grace every process reads the key again before it is over.
  if (graceSeconds === 0) await endApiKeys();
  const { secret, key, previous } = rolled;
  return { apiKey: describeApiKey(key), secret, previous: describeApiKey(previous) };
}

function requireRollable(key: ManagedApiKey): void {
  const status = statusOf(key);
  if (status === "revoked" || status === "expired") {
    throw new AppError("conflict", {
      message: `This API key is ${status}; make a new one instead`,
    });
  }
  if (key.rolledTo !== null) {
    throw new AppError("conflict", {
      message: "This API key was rolled before; roll the key that took its place",
    });
  }
}

/** Ends a key, on every server by the time this returns. Throws `not_found`. */
export async function revokeApiKey({
  caller,
  apiKeyId,
}: {
  caller: MemberCaller;
  apiKeyId: string;
}): Promise<ApiKeyResource> {
  await markRevoked(caller, apiKeyId, new Date());
  const key = await getApiKey(caller, apiKeyId);
  await endApiKeys();
  return describeApiKey(key);
}
