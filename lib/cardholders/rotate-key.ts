import { actOf } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { requireUpgraded } from "#lib/recipients/require-upgraded.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import type { KeyRotation, RotatedKey } from "./contract.ts";
import { isActive, noSuchUser, requireFresh, requireKeyOf } from "./devices.ts";
import { readPublicKey } from "./register.ts";
import { insertKey, selectKeysForUpdate, updateCurrentKey, updateRetired } from "./store-keys.ts";

/**
 * Replaces the key of one device, the current one unless another is named, by a new one that takes its place. The
 * same call again changes nothing. Throws `invalid_request`, `not_found`, or `conflict` for a keyId that belongs to
 * another key, for a key that is active already, and for one that is to be replaced and is retired.
 */
export async function rotateKey({
  caller,
  userId,
  keyId,
  publicKey,
  previousKeyId: named,
}: KeyRotation & { caller: Caller }): Promise<RotatedKey> {
  const { pem, kind } = await readPublicKey(publicKey);
  if (kind === "P-256") await requireUpgraded();
  return await inTransaction(async (transaction) => {
    const cardholder = await selectKeysForUpdate(transaction, caller, userId);
    if (!cardholder) throw noSuchUser();

    const { currentKeyId, keys } = cardholder;
    const existing = keys.find((key) => key.keyId === keyId);
    const replaced = existing?.previousKeyId;
    const isSame = existing?.publicKey === pem && isActive(existing);
    if (replaced && isSame && (named ?? replaced) === replaced) {
      return { userId, keyId, previousKeyId: replaced };
    }
    requireFresh({ keyId, pem }, keys);
    const previous = requireKeyOf(cardholder, named ?? currentKeyId);
    if (!isActive(previous)) {
      throw new AppError("conflict", {
        message: "The key to replace is retired",
        details: "previousKeyId: is no longer active; name an active key of this user",
      });
    }

    const now = new Date();
    const previousKeyId = previous.keyId;
    await Promise.all([
      updateRetired(transaction, userId, { keyId: previousKeyId, retiredAt: now }),
      insertKey(transaction, userId, { keyId, publicKey: pem, previousKeyId, createdAt: now }),
      ...(previousKeyId === currentKeyId ? [updateCurrentKey(transaction, userId, keyId)] : []),
      recordAct(transaction, actOf(caller, "cardholder.key_rotated", { target: userId })),
    ]);
    return { userId, keyId, previousKeyId };
  });
}
