import type { MemberCaller } from "#lib/auth/caller.ts";
import type { SigningKeyRequest, SigningKeyResource } from "#lib/contract/signing-keys.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { createId } from "#lib/ids/create-id.ts";
import { isUniqueViolation } from "#lib/storage/database.ts";
import { insertSigningKey } from "#lib/storage/signing-keys.ts";
import { readSigningKey } from "./read-signing-key.ts";

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
