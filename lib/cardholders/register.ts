import { actOf } from "#lib/audit/act.ts";
import { recordAct, recordEvent } from "#lib/audit/record.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { importPublicKey, type PublicKey } from "#lib/crypto/recipient-key.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { handOverReceipts, inHandOver } from "#lib/escrow/release.ts";
import type { Cardholder } from "#lib/recipients/card.ts";
import { lockCards, moveToCurrentPepper } from "#lib/recipients/find-recipient.ts";
import { findCardholderByIndex } from "#lib/recipients/get-cardholder.ts";
import { requireUpgraded } from "#lib/recipients/require-upgraded.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { KeyPair, Registration, User } from "./contract.ts";
import { insertCardholder, updateDeliveredReceipts } from "./store.ts";
import { selectCardholderKey } from "./store-keys.ts";

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
  if (key.kind === "P-256") await requireUpgraded();
  const { environment, organizationId } = caller;
  const indexes = serviceSecrets().cardIndexer.candidates(hashedPan);
  const waiting = { environment, indexes };
  const holder = { keys: [{ keyId, publicKey: key.pem, previousKeyId: null }] } as const;

  const result = await inHandOver(holder, async (transaction, keys) => {
    const values = indexes.map(({ value }) => value);
    // Sent together, and one after the other for PostgreSQL: the second sees what the lock has waited for.
    const [, existing] = await Promise.all([
      lockCards(transaction, "exclusive", values),
      findCardholderByIndex(waiting, transaction),
    ]);
    if (existing) return { state: "existing" as const, cardholder: existing };

    const id = createId("cardholder");
    const cardholder: Cardholder = {
      id,
      organizationId,
      currentKeyId: keyId,
      registeredAt: new Date(),
      deliveredReceipts: 0,
    };
    // Before the receipts, so that its event comes before theirs.
    await insertCardholder(transaction, caller, {
      ...cardholder,
      card: indexes[0],
      publicKey: key.pem,
    });
    const to = { cardholderId: id, ...holder };
    const paid = await handOverReceipts(transaction, { waiting, by: "card", to, keys });
    const created = { ...cardholder, deliveredReceipts: paid.length };
    const after = { deliveredReceipts: created.deliveredReceipts };
    await Promise.all([
      paid.length > 0 && updateDeliveredReceipts(transaction, created),
      recordAct(transaction, actOf(caller, "cardholder.registered", { target: id, after })),
    ]);
    return { state: "created" as const, cardholder: created };
  });
  if (result.state === "existing") {
    await requireSame(result.cardholder, { organizationId, keyId, key });
    await moveToCurrentPepper(result.cardholder.place, indexes);
  }
  return { state: result.state, user: toUser(result.cardholder) };
}

async function requireSame(
  { id, organizationId, currentKeyId }: Cardholder,
  given: { organizationId: string; keyId: string; key: PublicKey },
): Promise<void> {
  if (organizationId !== given.organizationId) {
    throw taken("hashedPan: another issuer has registered this card in this environment");
  }
  const current = await selectCardholderKey(id, currentKeyId);
  const isSameKey = current?.publicKey === given.key.pem;
  if (isSameKey && currentKeyId === given.keyId) return;
  if (isSameKey) throw taken("keyId: the card is registered with this key under another keyId");
  throw taken(
    "publicKey: to replace the key of this card, call POST /api/v1/keys/rotate; to add one of another device, POST /api/v1/users/{userId}/keys",
  );
}

function taken(details: string): AppError {
  return new AppError("conflict", { message: "This card is already registered", details });
}

function toUser({ id, currentKeyId, registeredAt, deliveredReceipts }: Cardholder): User {
  return { userId: id, keyId: currentKeyId, status: "active", registeredAt, deliveredReceipts };
}

/** The key that a caller sent, validated. Throws `invalid_request`, which says what is wrong with it. */
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

/** A new key pair. Only the request for it is recorded. */
export async function generateKeys({ caller }: { caller: Caller }): Promise<KeyPair> {
  // Not its id, a digest of the public key, which would outlive a cardholder in the trail.
  await recordEvent(actOf(caller, "key_pair.generated"));
  return { ...(await generateKeyPair()), algorithm: "RSA-OAEP-256" };
}
