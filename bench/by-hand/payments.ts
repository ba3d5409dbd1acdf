import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { createId, idTime } from "#lib/core/ids.ts";
import { encodeBase62 } from "#lib/crypto/random-base62.ts";
import { sealOnServer } from "#lib/crypto/seal-on-server.ts";
import { importStoredPublicKey } from "#lib/crypto/stored-public-key.ts";
import { sandboxMatch } from "#lib/gateways/sandbox/match.ts";
import type { Caller } from "./callers.ts";
import { type Queryable, withCardLocked } from "./database.ts";
import { Failure } from "./failure.ts";
import type { Secrets } from "./secrets.ts";

export type PaymentBody = {
  receiptId: string;
  merchantId: string;
  transactionId: string;
  recipientHashedPan: string;
  currency: string;
  amount: number;
  cardNonce?: string;
  verificationToken?: string;
  customer?: string;
};

type Payment = {
  id: string;
  receiptId: string;
  amount: number;
  currency: string;
  gateway: string;
  fingerprint: Buffer;
  status: string;
  orderId: string | null;
  clientSecret: Buffer | null;
  keyId: string | null;
  createdAt: Date;
};

type Recipient = { cardholderId: string; keyId: string; publicKey: string };

type Services = { pool: Pool; secrets: Secrets };

type Draft = {
  caller: Caller;
  gateway: string;
  body: PaymentBody;
  fingerprint: Buffer;
  cardIndex: Buffer;
};

/** Stores payment and sealed receipt, charges, and stores the result; a repetition changes nothing. */
export async function createPayment(
  services: Services,
  { caller, gateway, body: sent }: { caller: Caller; gateway: string; body: PaymentBody },
) {
  const { pool, secrets } = services;
  const body = { ...sent, currency: readCurrency(sent.currency) };
  const fingerprint = secrets.digest(JSON.stringify([gateway, body]));
  const cardIndex = secrets.digest(body.recipientHashedPan.toLowerCase());
  const draft = { caller, gateway, body, fingerprint, cardIndex };
  for (;;) {
    const { existing, recipient } = await find(pool, draft);
    if (existing) return await repeat(services, existing, fingerprint);

    const payment = seal(draft, recipient, secrets);
    const isStored = recipient
      ? await insert(pool, draft, payment)
      : await withCardLocked(pool, { mode: "shared", cardIndex }, (db) =>
          insert(db, draft, payment),
        );
    // Otherwise a repetition was faster, or the card has been registered meanwhile: the next round sees it.
    if (isStored) return { isNew: true, payment: await charge(services, payment) };
  }
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

function readCurrency(code: string): string {
  if (currencies.has(code.toUpperCase())) return code.toLowerCase();
  throw new Failure("invalid_request", "Request validation failed", "currency: is unknown");
}

/** The existing payment with these references, and the holder of the card. */
async function find(pool: Pool, { caller, gateway, body, cardIndex }: Draft) {
  const { rows } = await pool.query<Payment & Recipient>({
    name: "find-payment-and-recipient",
    text: `
      SELECT p.id, p.receipt_id AS "receiptId", p.amount, p.currency, p.gateway, p.fingerprint,
             p.status, p.order_id AS "orderId", p.client_secret AS "clientSecret",
             p.created_at AS "createdAt", c.id AS "cardholderId", c.public_key AS "publicKey",
             CASE WHEN p.id IS NULL THEN c.key_id
                  WHEN p.is_escrowed THEN NULL ELSE p.key_id END AS "keyId"
      FROM (SELECT) AS call
      LEFT JOIN payment p
        ON p.organization_id = $1 AND p.environment = $2 AND p.gateway = $3 AND p.merchant_id = $4
           AND p.receipt_id = $5 AND p.transaction_id = $6
      LEFT JOIN cardholder c ON c.environment = $2 AND c.card_index = $7`,
    values: [
      caller.organizationId,
      caller.environment,
      gateway,
      body.merchantId,
      body.receiptId,
      body.transactionId,
      cardIndex,
    ],
  });
  const [row] = rows;
  return {
    existing: row?.id ? row : undefined,
    recipient: row?.cardholderId ? row : undefined,
  };
}

function seal(draft: Draft, recipient: Recipient | undefined, secrets: Secrets) {
  const { body, gateway, fingerprint } = draft;
  const id = createId("payment");
  const {
    recipientHashedPan: _hash,
    cardNonce: _nonce,
    verificationToken: _token,
    customer: _customer,
    ...receipt
  } = body;
  const key = recipient
    ? importStoredPublicKey(recipient.publicKey)
    : { kind: "RSA-2048" as const, key: secrets.escrow.publicKey };
  return {
    id,
    receiptId: body.receiptId,
    amount: body.amount,
    currency: body.currency,
    gateway,
    fingerprint,
    cardholderId: recipient?.cardholderId ?? null,
    keyId: recipient?.keyId ?? null,
    createdAt: idTime(id),
    sealed: sealOnServer({
      receipt: { ...receipt, paymentId: id, gateway },
      paymentId: id,
      keys: [key],
    }),
  };
}

type SealedPayment = ReturnType<typeof seal>;

/** False if the references are taken, or the card of an escrowed receipt has been registered. */
async function insert(db: Queryable, draft: Draft, payment: SealedPayment): Promise<boolean> {
  const { caller, body, cardIndex } = draft;
  const { sealed } = payment;
  const { rowCount } = await db.query({
    name: "insert-payment",
    text: `
      INSERT INTO payment (
        id, organization_id, environment, gateway, merchant_id, receipt_id, transaction_id,
        fingerprint, card_index, amount, currency, status, is_escrowed, cardholder_id, key_id,
        encrypted_key, iv, ciphertext, tag, created_at)
      SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'pending', $12::text IS NULL, $12, $13, $14,
             $15, $16, $17, $18
      WHERE $12::text IS NOT NULL
         OR NOT EXISTS (SELECT FROM cardholder WHERE environment = $3 AND card_index = $9)
      ON CONFLICT (organization_id, environment, gateway, merchant_id, receipt_id, transaction_id)
        DO NOTHING`,
    values: [
      payment.id,
      caller.organizationId,
      caller.environment,
      payment.gateway,
      body.merchantId,
      body.receiptId,
      body.transactionId,
      payment.fingerprint,
      cardIndex,
      payment.amount,
      payment.currency,
      payment.cardholderId,
      payment.keyId,
      sealed.encryptedKey,
      sealed.iv,
      sealed.ciphertext,
      sealed.tag,
      payment.createdAt,
    ],
  });
  return rowCount === 1;
}

type Unpaid = Pick<
  Payment,
  "id" | "receiptId" | "amount" | "currency" | "gateway" | "keyId" | "createdAt"
>;

/** The gateway answers at once. */
async function charge({ pool, secrets }: Services, payment: Unpaid) {
  const orderId = `order_${randomBytes(12).toString("hex")}`;
  const clientSecret = `${orderId}_secret_${randomBytes(12).toString("hex")}`;
  await pool.query({
    name: "settle-payment",
    text: `
      UPDATE payment SET status = 'succeeded', order_id = $2, client_secret = $3, match_data = $4,
                         settled_at = now()
      WHERE id = $1 AND status = 'pending'`,
    values: [
      payment.id,
      orderId,
      secrets.encrypt(clientSecret, payment.id),
      secrets.encrypt(JSON.stringify(sandboxMatch(payment.id)), `match:${payment.id}`),
    ],
  });
  return toAnswer(payment, { orderId, clientSecret, claimCode: claimCodeOf(payment, secrets) });
}

async function repeat(services: Services, existing: Payment, fingerprint: Buffer) {
  const { id, orderId, clientSecret } = existing;
  if (!existing.fingerprint.equals(fingerprint)) {
    throw new Failure("conflict", "This payment was made before with a different body", "", id);
  }
  if (orderId === null || clientSecret === null) {
    return { isNew: true, payment: await charge(services, existing) };
  }
  const text = services.secrets.decrypt(clientSecret, id);
  const claimCode = claimCodeOf(existing, services.secrets);
  return { isNew: false, payment: toAnswer(existing, { orderId, clientSecret: text, claimCode }) };
}

/** Of what waits in escrow; whether it still does, a replay does not ask. */
function claimCodeOf({ id, keyId }: Unpaid, secrets: Secrets): string | undefined {
  if (keyId !== null) return undefined;
  return `clm_${encodeBase62(secrets.digest(id).subarray(0, 20), 27)}`;
}

type Taken = { orderId: string; clientSecret: string; claimCode: string | undefined };

function toAnswer(payment: Unpaid, { orderId, clientSecret, claimCode }: Taken) {
  const { id, receiptId, amount, currency, gateway, keyId, createdAt } = payment;
  return {
    paymentId: id,
    clientSecret,
    orderId,
    veroMetadata: {
      receiptId,
      receiptStatus: keyId === null ? "escrowed" : "sealed",
      keyId,
      algorithm: "RSA-OAEP-256",
      encryption: "A256GCM",
      claimCode,
      amount,
      currency,
      gateway,
      paymentStatus: "succeeded",
      mockItems: false,
      sealedAt: "service",
      createdAt: createdAt.toISOString(),
    },
  };
}
