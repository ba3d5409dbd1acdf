import type { MemberCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import type { SigningKey, SigningKeyRequest } from "./contract.ts";
import { readSigningKey } from "./read-signing-key.ts";
import { deleteSigningKey, insertSigningKey, selectSigningKeys } from "./store-signing-keys.ts";

/**
 * Registers a public key. Throws `forbidden` for an organization that takes no payments,
 * `invalid_request` that says what is wrong with the key, and `conflict` for a registered one.
 */
export async function createSigningKey({
  caller,
  request,
}: {
  caller: MemberCaller;
  request: SigningKeyRequest;
}): Promise<SigningKey> {
  if (!caller.scopes.includes("payments:write")) {
    throw new AppError("forbidden", {
      message: "Only merchants sign receipts, and this organization is not one",
    });
  }

  const key = {
    id: createId("signingKey"),
    environment: caller.environment,
    name: request.name,
    createdAt: new Date(),
    ...(await readSigningKey(request.publicKey)),
  };
  if ((await insertSigningKey(caller.organizationId, key)) === "already_known") {
    throw new AppError("conflict", {
      message: "This key is registered already",
      details: "publicKey: is registered in this environment",
    });
  }
  return key;
}

/** The merchant's keys in the environment, the latest first. */
export async function listSigningKeys({ caller }: { caller: MemberCaller }): Promise<SigningKey[]> {
  return await selectSigningKeys(caller);
}

/** Stops accepting signatures by the key; those in receipts stay. Throws `not_found`. */
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
