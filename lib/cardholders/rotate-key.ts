import { getCardholder } from "#lib/cards/get-cardholder.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import type { RotatedKey } from "./contract.ts";
import { readPublicKey } from "./register.ts";
import { replaceKey, selectCardholderKey } from "./store.ts";

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
    const cardholder = await getCardholder(caller, userId, { transaction, lock: true });

    const known = await selectCardholderKey(transaction, userId, keyId);
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
