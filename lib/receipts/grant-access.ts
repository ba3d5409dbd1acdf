import { auditActorOf } from "#lib/audit/act.ts";
import { entryIds } from "#lib/audit/statement.ts";
import { config } from "#lib/config.ts";
import { actorOf, type Caller, type Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { ConsentMethod } from "#lib/core/vocabulary.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { AccessGrant } from "./contract-access.ts";
import {
  deleteTokens,
  insertToken,
  updateTokensExpired,
  updateTokensVoid,
} from "./store-tokens.ts";

/** A token that opens one receipt of the cardholder, once. Throws `not_found`. */
export async function grantAccess({
  caller,
  userId,
  keyId,
  paymentId = null,
  consentMethod = null,
  address,
}: {
  caller: Caller;
  userId: string;
  keyId: string;
  paymentId?: string | null | undefined;
  consentMethod?: ConsentMethod | null | undefined;
  /** Of the client */
  address: string | null;
}): Promise<AccessGrant> {
  const tokenId = createToken("tok");
  const expiresIn = config().accessTokenSeconds;
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + expiresIn * 1000);
  const isStored = await insertToken({
    organizationId: caller.organizationId,
    environment: caller.environment,
    hash: hashToken(tokenId),
    cardholderId: userId,
    keyId,
    paymentId,
    createdAt,
    expiresAt,
    address,
    consentMethod,
    ...actorOf(caller),
    ...entryIds(auditActorOf(caller)),
  });
  if (isStored) return { tokenId, expiresAt, expiresIn };

  const message =
    paymentId === null
      ? "No such user with this key"
      : "This user has no delivered receipt of this payment under this key";
  throw new AppError("not_found", { message });
}

/**
 * From here on no token of the cardholder opens anything. The access log keeps that access was granted
 * and when; it forgets to what, for which key and from where.
 */
export async function voidTokens(
  transaction: Transaction,
  tenant: Tenant,
  userId: string,
): Promise<void> {
  await updateTokensVoid(transaction, tenant, userId);
}

/** From here on no unused token for these keys of the cardholder opens anything. The access log stays as it is. */
export async function voidTokensOfKeys(
  transaction: Transaction,
  tenant: Tenant,
  keys: { userId: string; keyIds: readonly string[] },
): Promise<void> {
  await updateTokensExpired(transaction, tenant, keys);
}

/** Deletes the tokens of cardholders, and so their entries in the access log. */
export async function removeTokens(
  transaction: Transaction,
  tenant: Tenant,
  userIds: readonly string[],
): Promise<void> {
  await deleteTokens(transaction, tenant, userIds);
}
