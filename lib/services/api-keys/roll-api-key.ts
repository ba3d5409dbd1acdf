import { endApiKeys } from "#lib/auth/api-keys.ts";
import type { MemberCaller } from "#lib/auth/caller.ts";
import { newApiKey } from "#lib/auth/new-api-key.ts";
import type { RolledApiKey } from "#lib/contract/api-keys.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { inTransaction } from "#lib/storage/database.ts";
import {
  insertApiKey,
  lockApiKey,
  type ManagedApiKey,
  markRolled,
} from "#lib/storage/managed-api-keys.ts";
import { describeApiKey, statusOf } from "./describe-api-key.ts";
import { getApiKey } from "./get-api-key.ts";

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
