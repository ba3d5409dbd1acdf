import type { Caller } from "#lib/auth/caller.ts";
import { config } from "#lib/config.ts";
import type { AccessGrant } from "#lib/contract/keys.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { insertAccessToken } from "#lib/storage/access-tokens.ts";
import { hasRegisteredKey } from "#lib/storage/cardholders.ts";

/** A token that opens one receipt of the cardholder, once. Throws `not_found`. */
export async function grantAccess({
  caller,
  userId,
  keyId,
  paymentId,
}: {
  caller: Caller;
  userId: string;
  keyId: string;
  paymentId?: string | undefined;
}): Promise<AccessGrant> {
  if (!(await hasRegisteredKey(caller, userId, keyId))) {
    throw new AppError("not_found", { message: "No such user with this key" });
  }

  const tokenId = createToken("tok");
  const expiresIn = config().accessTokenSeconds;
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + expiresIn * 1000);
  await insertAccessToken(caller, {
    hash: hashToken(tokenId),
    cardholderId: userId,
    keyId,
    paymentId: paymentId ?? null,
    createdAt,
    expiresAt,
  });
  return { tokenId, expiresAt: expiresAt.toISOString(), expiresIn };
}
