import type { Pool } from "pg";
import { createId } from "#lib/core/ids.ts";
import { importPublicKey, type PublicKey } from "#lib/crypto/recipient-key.ts";
import { rewrapContentKey } from "#lib/crypto/sealed-receipt.ts";
import type { Caller } from "./callers.ts";
import { type Queryable, withCardLocked } from "./database.ts";
import { Failure } from "./failure.ts";
import type { Secrets } from "./secrets.ts";

type Registration = { hashedPan: string; publicKey: string; keyId: string };

type Cardholder = {
  id: string;
  organizationId: string;
  keyId: string;
  publicKey: string;
  registeredAt: Date;
  deliveredReceipts: number;
};

/** Stores the cardholder and hands over the receipts in escrow, or finds the same registration. */
export async function registerUser(
  { pool, secrets }: { pool: Pool; secrets: Secrets },
  caller: Caller,
  { hashedPan, publicKey, keyId }: Registration,
) {
  const key = await readPublicKey(publicKey);
  const cardIndex = secrets.digest(hashedPan.toLowerCase());
  return await withCardLocked(pool, { mode: "exclusive", cardIndex }, async (db) => {
    const existing = await findByCard(db, caller, cardIndex);
    if (existing) {
      const { organizationId, publicKey: pem } = existing;
      const isSame = organizationId === caller.organizationId && pem === key.pem;
      if (!isSame || existing.keyId !== keyId) {
        throw new Failure("conflict", "This card is already registered");
      }
      return { isNew: false, user: toAnswer(existing) };
    }
    const id = createId("cardholder");
    const cardholder = {
      id,
      organizationId: caller.organizationId,
      keyId,
      publicKey: key.pem,
      registeredAt: new Date(),
      deliveredReceipts: await handOver(db, { caller, cardIndex, id, keyId, key, secrets }),
    };
    await insert(db, caller, { ...cardholder, cardIndex });
    return { isNew: true, user: toAnswer(cardholder) };
  });
}

async function readPublicKey(text: string): Promise<PublicKey> {
  try {
    return await importPublicKey(text);
  } catch {
    throw new Failure("invalid_request", "Request validation failed", "publicKey: is not one");
  }
}

async function findByCard(db: Queryable, { environment }: Caller, cardIndex: Buffer) {
  const { rows } = await db.query<Cardholder>({
    name: "find-cardholder",
    text: `
      SELECT id, organization_id AS "organizationId", key_id AS "keyId", public_key AS "publicKey",
             registered_at AS "registeredAt", delivered_receipts AS "deliveredReceipts"
      FROM cardholder WHERE environment = $1 AND card_index = $2`,
    values: [environment, cardIndex],
  });
  return rows[0];
}

type HandOver = {
  caller: Caller;
  cardIndex: Buffer;
  id: string;
  keyId: string;
  key: PublicKey;
  secrets: Secrets;
};

async function handOver(
  db: Queryable,
  { caller, cardIndex, id, keyId, key, secrets }: HandOver,
): Promise<number> {
  const { rows } = await db.query<{ paymentId: string; encryptedKey: Buffer }>({
    name: "find-escrowed",
    text: `
      SELECT id AS "paymentId", encrypted_key AS "encryptedKey" FROM payment
      WHERE environment = $1 AND card_index = $2 AND cardholder_id IS NULL FOR UPDATE`,
    values: [caller.environment, cardIndex],
  });
  for (const { paymentId, encryptedKey } of rows) {
    const wrapped = { encryptedKey: new Uint8Array(encryptedKey), ephemeralKey: null };
    const from = secrets.escrow.privateKey;
    const [rewrapped] = await rewrapContentKey({ wrapped, from, to: [key.key] });
    await db.query({
      name: "hand-over",
      text: "UPDATE payment SET cardholder_id = $2, key_id = $3, encrypted_key = $4 WHERE id = $1",
      values: [paymentId, id, keyId, rewrapped?.encryptedKey],
    });
  }
  return rows.length;
}

async function insert(
  db: Queryable,
  { environment }: Caller,
  cardholder: Cardholder & { cardIndex: Buffer },
): Promise<void> {
  await db.query({
    name: "insert-cardholder",
    text: `
      INSERT INTO cardholder (
        id, organization_id, environment, card_index, key_id, public_key, registered_at,
        delivered_receipts)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      cardholder.id,
      cardholder.organizationId,
      environment,
      cardholder.cardIndex,
      cardholder.keyId,
      cardholder.publicKey,
      cardholder.registeredAt,
      cardholder.deliveredReceipts,
    ],
  });
}

function toAnswer({ id, keyId, registeredAt, deliveredReceipts }: Cardholder) {
  return {
    userId: id,
    keyId,
    status: "active",
    registeredAt: registeredAt.toISOString(),
    deliveredReceipts,
  };
}
