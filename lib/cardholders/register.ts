import type { Cardholder } from "#lib/cards/card.ts";
import { lockCards } from "#lib/cards/find-recipient.ts";
import { findCardholderByCard } from "#lib/cards/get-cardholder.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { generateKeyPair, importPublicKey, type PublicKey } from "#lib/crypto/rsa-keys.ts";
import { handOverReceipts } from "#lib/escrow/release.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";
import type { KeyPair, Registration, User } from "./contract.ts";
import { insertCardholder, selectCardholderKey } from "./store.ts";

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
    const existing = await findCardholderByCard(
      { environment: caller.environment, indexes: card },
      transaction,
    );
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
  const current = await selectCardholderKey(transaction, existing.id, existing.currentKeyId);
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

/** The key that a caller sent, checked. Throws `invalid_request` that says what is wrong with it. */
export async function readPublicKey(text: string): Promise<PublicKey> {
  try {
    return await importPublicKey(text);
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    throw new AppError("invalid_request", {
      message: "Request validation failed",
      details: `publicKey: ${error.message}`,
    });
  }
}

/** A fresh key pair, of which nothing is kept. */
export async function generateKeys(): Promise<KeyPair> {
  return { ...(await generateKeyPair()), algorithm: "RSA-OAEP-256" };
}
