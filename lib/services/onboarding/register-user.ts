import type { Caller } from "#lib/auth/caller.ts";
import { serviceSecrets } from "#lib/auth/service-secrets.ts";
import type { Registration, User } from "#lib/contract/onboarding.ts";
import type { PublicKey } from "#lib/crypto/rsa-keys.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { createId } from "#lib/ids/create-id.ts";
import {
  type Cardholder,
  findCardholderByCard,
  findCardholderKey,
  insertCardholder,
} from "#lib/storage/cardholders.ts";
import { lockCards } from "#lib/storage/cards.ts";
import { inTransaction, type Transaction } from "#lib/storage/database.ts";
import { handOverReceipts } from "./hand-over-receipts.ts";
import { readPublicKey } from "./read-public-key.ts";

export type RegisteredUser = { state: "created" | "existing"; user: User };

/**
 * Associates a card with a public key and hands over the receipts that waited for it, all in one
 * transaction. Throws `invalid_request`, or `conflict` where the card has another key or issuer.
 */
export async function registerUser({
  caller,
  registration: { hashedPan, publicKey, keyId },
}: {
  caller: Caller;
  registration: Registration;
}): Promise<RegisteredUser> {
  const key = await readPublicKey(publicKey);
  const card = serviceSecrets().cardIndexer.candidates(hashedPan);

  return await inTransaction(async (transaction) => {
    await lockCards(transaction, "exclusive", [card]);
    const existing = await findCardholderByCard(transaction, caller, card);
    if (existing) {
      await requireSame(transaction, existing, { caller, keyId, key });
      return { state: "existing", user: toUser(existing) };
    }

    const cardholder: Cardholder = {
      id: createId("cardholder"),
      organizationId: caller.organizationId,
      currentKeyId: keyId,
      registeredAt: new Date(),
      deliveredReceipts: 0,
    };
    cardholder.deliveredReceipts = await handOverReceipts(transaction, {
      environment: caller.environment,
      card,
      to: { cardholderId: cardholder.id, keyId, key: key.key },
    });
    await insertCardholder(transaction, caller, {
      ...cardholder,
      card: card[0],
      keyId,
      publicKey: key.pem,
    });
    return { state: "created", user: toUser(cardholder) };
  });
}

async function requireSame(
  transaction: Transaction,
  existing: Cardholder,
  given: { caller: Caller; keyId: string; key: PublicKey },
): Promise<void> {
  const current = await findCardholderKey(transaction, existing.id, existing.currentKeyId);
  if (
    existing.organizationId === given.caller.organizationId &&
    existing.currentKeyId === given.keyId &&
    current?.publicKey === given.key.pem
  ) {
    return;
  }
  throw new AppError("conflict", {
    message: "This card is registered already",
    details: "to replace its key call POST /api/v1/keys/rotate",
  });
}

function toUser(cardholder: Cardholder): User {
  return {
    userId: cardholder.id,
    keyId: cardholder.currentKeyId,
    status: "active",
    registeredAt: cardholder.registeredAt.toISOString(),
    deliveredReceipts: cardholder.deliveredReceipts,
  };
}
