import { actOf } from "#lib/audit/act.ts";
import type { MemberCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { forgetApiKeysEverywhere } from "./check.ts";
import {
  MAX_SIGNING_KEYS,
  type SignatureSetting,
  type SigningKey,
  type SigningKeyRequest,
} from "./contract.ts";
import { readSigningKey } from "./read-signing-key.ts";
import { requireMerchant, requirePossession } from "./signing-challenge.ts";
import {
  countActiveSigningKeys,
  insertSigningKey,
  markRetired,
  saveSignatureRequired,
  selectSignatureRequired,
  selectSigningKey,
  selectSigningKeys,
} from "./store-signing-keys.ts";
import { forgetSigningKeysEverywhere } from "./verify-signature.ts";

/**
 * Registers a public key whose private key signed a challenge of this organization and environment. Throws `forbidden`
 * for an organization that takes no payments, `invalid_request` that says what is wrong with the key or its proof, and
 * `conflict` for a key that any organization registered in the environment, or where there are too many.
 */
export async function createSigningKey({
  caller,
  request,
}: {
  caller: MemberCaller;
  request: SigningKeyRequest;
}): Promise<SigningKey> {
  requireMerchant(caller);
  const material = await readSigningKey(request.publicKey);
  await requirePossession(request.proof, material, caller);
  const now = new Date();
  const key = {
    id: createId("signingKey"),
    environment: caller.environment,
    name: request.name,
    createdAt: now,
    provenAt: now,
    retiredAt: null,
    ...material,
  };
  await requireCapacity(caller);
  const { id: target, name, kid, algorithm } = key;
  const details = { target, after: { name, kid, algorithm } };
  const act = actOf(caller, "signing_key.created", details);
  if ((await insertSigningKey(caller.organizationId, key, act)) === "already_known") {
    throw new AppError("conflict", {
      message: "This key was registered before",
      // The same words in every case: one key belongs to one organization, and no answer says to which.
      details:
        "publicKey: is or was registered in this environment, and a retired key stays retired; generate a new pair",
    });
  }
  return key;
}

async function requireCapacity(caller: MemberCaller): Promise<void> {
  if ((await countActiveSigningKeys(caller)) < MAX_SIGNING_KEYS) return;

  throw new AppError("conflict", {
    message: "There are too many signing keys in this environment; retire one that is not in use",
    details: `at most ${MAX_SIGNING_KEYS}`,
  });
}

/** The merchant's keys in the environment, and whether payments must be signed with one of them. */
export async function listSigningKeys({
  caller,
}: {
  caller: MemberCaller;
}): Promise<SignatureSetting & { signingKeys: SigningKey[] }> {
  const [signingKeys, required] = await Promise.all([
    selectSigningKeys(caller),
    selectSignatureRequired(caller),
  ]);
  return { signingKeys, required };
}

/**
 * Retires a key. When this returns, no server accepts it any more. Receipts carry the key that verifies them,
 * so those that it signed stay verifiable. Throws `not_found`.
 */
export async function retireSigningKey({
  caller,
  signingKeyId,
}: {
  caller: MemberCaller;
  signingKeyId: string;
}): Promise<SigningKey> {
  const act = actOf(caller, "signing_key.retired", { target: signingKeyId });
  await markRetired(caller, signingKeyId, act);
  const key = await selectSigningKey(caller, signingKeyId);
  if (!key) throw new AppError("not_found", { message: "No such signing key" });
  await forgetSigningKeysEverywhere();
  return key;
}

/**
 * Requires signatures in the environment, or stops requiring them; every server has the change when this
 * returns. Throws `conflict` if there is no key to sign with. The last key can still be retired afterwards: a
 * stolen key must go at once, and payments are refused until there is another one.
 */
export async function setSignatureRequirement({
  caller,
  required,
}: {
  caller: MemberCaller;
  required: boolean;
}): Promise<SignatureSetting> {
  if (required && (await countActiveSigningKeys(caller)) === 0) {
    throw new AppError("conflict", {
      message: "Add a signing key first: without one, every payment would be refused",
    });
  }
  const act = actOf(caller, "signature_requirement.changed");
  await saveSignatureRequired(caller, required, act);
  await forgetApiKeysEverywhere();
  return { required };
}
