import { hash } from "node:crypto";
import type { Pool } from "pg";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { receiptAad, type SealedReceipt } from "#lib/crypto/envelope.ts";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { createToken } from "#lib/crypto/tokens.ts";
import type { Caller } from "./callers.ts";
import { Failure } from "./failure.ts";

const TOKEN_SECONDS = 150;

type GrantBody = { userId: string; keyId: string; paymentId?: string; consentMethod?: string };

export async function grantAccess(
  pool: Pool,
  { caller, body, address }: { caller: Caller; body: GrantBody; address: string },
) {
  const tokenId = createToken("tok");
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + TOKEN_SECONDS * 1000);
  const { rowCount } = await pool.query({
    name: "insert-token",
    text: `
      INSERT INTO access_token (
        hash, organization_id, environment, cardholder_id, key_id, payment_id, consent_method,
        api_key_id, address, created_at, expires_at)
      SELECT $1, c.organization_id, c.environment, c.id, c.key_id, $6, $7, $8, $9, $10, $11
      FROM cardholder c
      WHERE c.id = $2 AND c.key_id = $3 AND c.organization_id = $4 AND c.environment = $5
        AND ($6::text IS NULL OR EXISTS (
          SELECT FROM payment p
          WHERE p.id = $6 AND p.cardholder_id = c.id AND p.key_id = c.key_id
            AND p.status = 'succeeded'))`,
    values: [
      hash("sha256", tokenId, "buffer"),
      body.userId,
      body.keyId,
      caller.organizationId,
      caller.environment,
      body.paymentId ?? null,
      body.consentMethod ?? null,
      caller.apiKeyId,
      address,
      createdAt,
      expiresAt,
    ],
  });
  if (rowCount === 0) throw new Failure("not_found", "No such user with this key");
  return { tokenId, expiresAt: expiresAt.toISOString(), expiresIn: TOKEN_SECONDS };
}

type Access = { paymentId: string; tokenId: string };
type SealedRow = {
  id: string;
  keyId: string;
  encryptedKey: Buffer;
  iv: Buffer;
  ciphertext: Buffer;
  tag: Buffer;
};

const sealedColumns = `p.id, p.key_id AS "keyId", p.encrypted_key AS "encryptedKey", p.iv,
             p.ciphertext, p.tag`;

const usable = `
        t.hash = $1 AND t.organization_id = $2 AND t.environment = $3 AND t.used_at IS NULL
        AND t.expires_at > now() AND (t.payment_id IS NULL OR t.payment_id = p.id)
        AND p.id = $4 AND p.cardholder_id = t.cardholder_id AND p.key_id = t.key_id
        AND p.status = 'succeeded'`;

/** Uses the token up and reads the receipt in one statement. */
export async function takeEnvelope(
  pool: Pool,
  caller: Caller,
  access: Access,
): Promise<SealedReceipt> {
  const { rows } = await pool.query<SealedRow>({
    name: "take-envelope",
    text: `
      UPDATE access_token t SET used_at = now(), used_for = p.id
      FROM payment p WHERE ${usable}
      RETURNING ${sealedColumns}`,
    values: valuesOf(caller, access),
  });
  const [row] = rows;
  if (!row) throw await explain(pool, caller, access);
  return toEnvelope(row);
}

/** Opens first: a wrong key must not use the token up. */
export async function decryptReceipt(
  pool: Pool,
  caller: Caller,
  { privateKey, ...access }: Access & { privateKey: string },
): Promise<Record<string, unknown>> {
  const key = await readPrivateKey(privateKey);
  const { rows } = await pool.query<SealedRow>({
    name: "find-envelope",
    text: `SELECT ${sealedColumns} FROM access_token t CROSS JOIN payment p WHERE ${usable}`,
    values: valuesOf(caller, access),
  });
  const [row] = rows;
  if (!row) throw await explain(pool, caller, access);

  const receipt = await open(row, key);
  const { rowCount } = await pool.query({
    name: "use-token",
    text: `
      UPDATE access_token SET used_at = now(), used_for = $2 WHERE hash = $1 AND used_at IS NULL`,
    values: [hash("sha256", access.tokenId, "buffer"), row.id],
  });
  if (rowCount === 0) throw tokenRefused(row.id);
  return receipt;
}

function valuesOf({ organizationId, environment }: Caller, { tokenId, paymentId }: Access) {
  return [hash("sha256", tokenId, "buffer"), organizationId, environment, paymentId];
}

async function readPrivateKey(text: string): Promise<CryptoKey> {
  try {
    return await importPrivateKey(text);
  } catch {
    throw new Failure("invalid_request", "Request validation failed", "privateKey: is not one");
  }
}

async function open(row: SealedRow, privateKey: CryptoKey) {
  try {
    return await openReceipt({ sealed: toEnvelope(row), paymentId: row.id, privateKey });
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    throw new Failure("forbidden", "The private key does not open this receipt", "", row.id);
  }
}

function toEnvelope(row: SealedRow): SealedReceipt {
  return {
    protected: protectedHeader,
    header: { alg: "RSA-OAEP-256", kid: row.keyId },
    encrypted_key: row.encryptedKey.toString("base64url"),
    iv: row.iv.toString("base64url"),
    ciphertext: row.ciphertext.toString("base64url"),
    tag: row.tag.toString("base64url"),
    aad: receiptAad(row.id),
  };
}

const protectedHeader = Buffer.from(JSON.stringify({ enc: "A256GCM" })).toString("base64url");

async function explain(
  pool: Pool,
  { organizationId, environment }: Caller,
  { paymentId }: Access,
): Promise<Failure> {
  const { rows } = await pool.query<{ keyId: string | null }>(
    `SELECT p.key_id AS "keyId" FROM payment p LEFT JOIN cardholder c ON c.id = p.cardholder_id
     WHERE p.id = $1 AND p.environment = $2 AND (c.id IS NULL OR c.organization_id = $3)`,
    [paymentId, environment, organizationId],
  );
  const [payment] = rows;
  if (!payment) return new Failure("not_found", "No such payment");
  if (payment.keyId !== null) return tokenRefused(paymentId);
  const inEscrow = "This receipt is in escrow: its card is not registered yet";
  return new Failure("conflict", inEscrow, "", paymentId);
}

function tokenRefused(paymentId: string): Failure {
  return new Failure("forbidden", "The token does not give access to this receipt", "", paymentId);
}
