import { actOf } from "#lib/audit/act.ts";
import type { MemberCaller, Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { forgetApiKeysEverywhere } from "./check.ts";
import type { ApiKey, MadeKey, RolledApiKey } from "./contract.ts";
import { describeTerms, newApiKey } from "./create.ts";
import {
  insertSuccessor,
  markRevoked,
  selectApiKey,
  selectApiKeys,
  selectKeysMadeBy,
} from "./store.ts";

/** The organization's keys in the caller's environment. */
export async function listApiKeys({ caller }: { caller: MemberCaller }): Promise<ApiKey[]> {
  return await selectApiKeys(caller);
}

/** The usable keys of all environments that a member created, who may have left by now. */
export async function listKeysMadeBy(maker: {
  organizationId: string;
  memberId: string;
}): Promise<MadeKey[]> {
  return await selectKeysMadeBy(maker);
}

/**
 * Replaces a key with a new one that has the same permissions. The old key ends after the grace
 * period, or at its own expiry if that is sooner.
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
  const old = await getApiKey(caller, apiKeyId);
  requireRollable(old);

  const createdAt = new Date();
  const { name, scopes, allowedAddresses, expiresAt } = old;
  const { secret, row } = newApiKey({ environment: caller.environment, name, scopes });
  // With the old key's own expiry, not the end of its grace period: a roll neither prolongs nor shortens a
  // key.
  const successor = { ...row, allowedAddresses, expiresAt, createdAt, createdBy: caller.memberId };
  const graceEnd = new Date(createdAt.getTime() + graceSeconds * 1000);
  const endsAt = expiresAt !== null && expiresAt < graceEnd ? expiresAt : graceEnd;
  const act = actOf(caller, "api_key.rolled", {
    target: apiKeyId,
    before: describeTerms(old),
    after: { ...describeTerms(successor), successor: successor.id, endsAt: endsAt.toISOString() },
  });
  if (!(await insertSuccessor(caller, { old, endsAt, successor }, act))) {
    throw new AppError("conflict", { message: "This API key was rolled or revoked just now" });
  }

  const apiKey = await getApiKey(caller, row.id);
  const previous = await getApiKey(caller, apiKeyId);
  // A longer grace period outlasts every cache, so each process reads the key again before it ends.
  if (graceSeconds === 0) await forgetApiKeysEverywhere();
  return { apiKey, secret, previous };
}

/** Throws `not_found`, for a key of another organization or environment as well. */
async function getApiKey(tenant: Tenant, id: string): Promise<ApiKey> {
  const key = await selectApiKey(tenant, id);
  if (!key) throw new AppError("not_found", { message: "No such API key in this environment" });
  return key;
}

function requireRollable({ status, rolledTo }: ApiKey): void {
  if (status === "revoked" || status === "expired") {
    throw new AppError("conflict", {
      message: `This API key is ${status}; create a new one instead`,
    });
  }
  if (rolledTo !== null) {
    throw new AppError("conflict", {
      message: "This API key was rolled before; roll the key that replaced it",
    });
  }
}

/** Revokes a key. When this returns, no server accepts it any more. Throws `not_found`. */
export async function revokeApiKey({
  caller,
  apiKeyId,
}: {
  caller: MemberCaller;
  apiKeyId: string;
}): Promise<ApiKey> {
  await markRevoked(caller, apiKeyId, actOf(caller, "api_key.revoked", { target: apiKeyId }));
  const key = await getApiKey(caller, apiKeyId);
  await forgetApiKeysEverywhere();
  return key;
}
