import { actOf } from "#lib/audit/act.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { getCardholder } from "#lib/recipients/get-cardholder.ts";
import type { RotatedKey } from "./contract.ts";
import { readPublicKey } from "./register.ts";
import { selectCardholderKey, updateCurrentKey } from "./store.ts";

type Rotation = { caller: Caller; userId: string; keyId: string; publicKey: string };

/**
 * Makes a new key the one that future receipts are sealed to. The same call again changes nothing.
 * Throws `invalid_request`, `not_found`, or `conflict` for a keyId that belongs to another key and
 * for a key that is current already.
 */
export async function rotateKey(rotation: Rotation): Promise<RotatedKey> {
  const { caller, userId, keyId } = rotation;
  const { pem } = await readPublicKey(rotation.publicKey);
  const { currentKeyId } = await getCardholder(caller, userId);

  const existing = await selectCardholderKey(userId, keyId);
  if (existing?.previousKeyId && existing.publicKey === pem && existing.retiredAt === null) {
    return { userId, keyId, previousKeyId: existing.previousKeyId };
  }
  if (existing) {
    throw new AppError("conflict", {
      message: "This keyId is taken",
      details: "keyId: belongs to a key that the user has or had; give the new key another id",
    });
  }

  const key = { keyId, publicKey: pem, previousKeyId: currentKeyId };
  const current = await selectCardholderKey(userId, currentKeyId);
  if (current?.publicKey === pem) {
    throw new AppError("conflict", {
      message: "This public key is the current one already",
      details: "publicKey: is registered under another keyId; generate a new key pair",
    });
  }

  // Whatever came between decides what this call means now.
  const act = actOf(caller, "cardholder.key_rotated", { target: userId });
  if (!(await updateCurrentKey(caller, userId, key, act))) return await rotateKey(rotation);
  return { userId, keyId, previousKeyId: currentKeyId };
}
