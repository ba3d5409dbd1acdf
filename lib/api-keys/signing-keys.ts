import type { MemberCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { isUniqueViolation } from "#lib/storage/transaction.ts";
import type { SigningKeyRequest, SigningKeyResource } from "./contract.ts";
import { readSigningKey } from "./read-signing-key.ts";
import { deleteSigningKey, insertSigningKey, selectSigningKeys } from "./store-signing-keys.ts";

/**
 * Registers the public part of a key. Throws `forbidden` for an organization that makes no payments,
 * `invalid_request` that says what is wrong with the key, and `conflict` for a known one.
 */
export async function createSigningKey({
  caller,
  request,
}: {
  caller: MemberCaller;
  request: SigningKeyRequest;
}): Promise<SigningKeyResource> {
  if (!caller.scopes.includes("payments:write")) {
    throw new AppError("forbidden", {
      message: "Receipts are signed by merchants, and this organization is none",
    });
  }

  const { name, publicKey } = request;
  const createdAt = new Date();
  const key = {
    id: createId("signingKey"),
    name,
    createdAt,
    ...(await readSigningKey(publicKey)),
  };
  await insertSigningKey(caller, key).catch((error) => {
    throw isUniqueViolation(error) ? knownAlready() : error;
  });
  return { ...key, environment: caller.environment, createdAt: createdAt.toISOString() };
}

function knownAlready(): AppError {
  return new AppError("conflict", {
    message: "This key is registered already",
    details: "publicKey: is registered in this environment",
  });
}

/** The merchant's keys in the environment, the latest first. */
export async function listSigningKeys({
  caller,
}: {
  caller: MemberCaller;
}): Promise<SigningKeyResource[]> {
  const keys = await selectSigningKeys(caller);
  return keys.map((key) => ({ ...key, createdAt: key.createdAt.toISOString() }));
}

/** Takes no more signatures of the key; those inside of receipts stay as they are. Throws `not_found`. */
export async function removeSigningKey({
  caller,
  signingKeyId,
}: {
  caller: MemberCaller;
  signingKeyId: string;
}): Promise<void> {
  if (await deleteSigningKey(caller, signingKeyId)) return;
  throw new AppError("not_found", { message: "No such signing key" });
}
