import type { Caller } from "#lib/auth/caller.ts";
import type { RotatedKey } from "#lib/contract/keys.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { readPublicKey } from "#lib/services/onboarding/read-public-key.ts";
import { findCardholder, findCardholderKey, replaceKey } from "#lib/storage/cardholders.ts";
import { inTransaction } from "#lib/storage/database.ts";

/**
 * Makes a new key the one that future receipts are sealed to. The same call again changes nothing.
 * Throws `invalid_request`, `not_found`, or `conflict` for a keyId that belonged to another key.
 */
export async function rotateKey({
  caller,
  userId,
  keyId,
  publicKey,
}: {
  caller: Caller;
  userId: string;
  keyId: string;
  publicKey: string;
}): Promise<RotatedKey> {
  const { pem } = await readPublicKey(publicKey);

  return await inTransaction(async (transaction) => {
    const cardholder = await findCardholder(caller, userId, { db: transaction, lock: true });
    if (!cardholder) throw new AppError("not_found", { message: "No such user" });

    const known = await findCardholderKey(transaction, userId, keyId);
    if (known?.publicKey === pem && known.retiredAt === null && known.previousKeyId !== null) {
      return { userId, keyId, previousKeyId: known.previousKeyId };
    }
    if (known) {
      throw new AppError("conflict", {
        message: "This keyId is taken",
        details: "keyId: belongs to a key that the user has or had; give the new key another id",
      });
    }

    await replaceKey(transaction, cardholder, { keyId, publicKey: pem, rotatedAt: new Date() });
    return { userId, keyId, previousKeyId: cardholder.currentKeyId };
  });
}
