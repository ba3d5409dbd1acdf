import { config } from "#lib/config.ts";
import { actorOf, type Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { ConsentMethod } from "#lib/core/vocabulary.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import type { AccessGrant } from "./contract-access.ts";
import { insertAccessToken } from "./store-access.ts";

/** A token that opens one receipt of the cardholder, once. Throws `not_found`. */
export async function grantAccess({
  caller,
  userId,
  keyId,
  paymentId,
  consentMethod,
  address,
}: {
  caller: Caller;
  userId: string;
  keyId: string;
  paymentId?: string | undefined;
  consentMethod?: ConsentMethod | undefined;
  /** Of the client */
  address: string | null;
}): Promise<AccessGrant> {
  const tokenId = createToken("tok");
  const expiresIn = config().accessTokenSeconds;
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + expiresIn * 1000);
  const isRegistered = await insertAccessToken(caller, {
    hash: hashToken(tokenId),
    cardholderId: userId,
    keyId,
    paymentId: paymentId ?? null,
    createdAt,
    expiresAt,
    address,
    consentMethod: consentMethod ?? null,
    ...actorOf(caller),
  });
  if (!isRegistered) throw new AppError("not_found", { message: "No such user with this key" });

  return { tokenId, expiresAt: expiresAt.toISOString(), expiresIn };
}
