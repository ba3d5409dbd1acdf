import type { Environment } from "#lib/contract/environment.ts";
import type { ReceiptStatus } from "#lib/contract/payments.ts";
import { receiptAad, type SealedReceipt } from "#lib/crypto/sealed-receipt.ts";
import type { CardIndexes } from "./cards.ts";
import { pool, type Transaction } from "./database.ts";

/** The JWE's parts as bytes; `aad` is made from the id of the row, and `header` from its key id. */
export type StoredEnvelope = {
  protectedHeader: string;
  encryptedKey: Uint8Array;
  iv: Uint8Array;
  ciphertext: Uint8Array;
  tag: Uint8Array;
};

export function toStoredEnvelope(sealed: SealedReceipt): StoredEnvelope {
  return {
    protectedHeader: sealed.protected,
    encryptedKey: fromBase64Url(sealed.encrypted_key),
    iv: fromBase64Url(sealed.iv),
    ciphertext: fromBase64Url(sealed.ciphertext),
    tag: fromBase64Url(sealed.tag),
  };
}

type EnvelopeRow = Omit<StoredEnvelope, "encryptedKey"> & {
  id: string;
  encryptedKey: Uint8Array | null;
  receiptStatus: ReceiptStatus;
  cardholderId: string | null;
  keyId: string | null;
};

export type ReceiptInStore = {
  paymentId: string;
  receiptStatus: ReceiptStatus;
  cardholderId: string | null;
  keyId: string | null;
  /** Undefined in escrow, and once the wrapped key is destroyed. */
  sealed: SealedReceipt | undefined;
};

/**
 * The receipt of a payment, for the issuer whose cardholder it is sealed to. One that has no
 * cardholder (yet, or any more) is shown to any issuer of the environment: without its content.
 */
export async function findReceipt(
  { organizationId, environment }: { organizationId: string; environment: Environment },
  paymentId: string,
): Promise<ReceiptInStore | undefined> {
  const { rows } = await pool().query<EnvelopeRow>({
    name: "find-receipt",
    text: `
      SELECT p.id, p.receipt_status AS "receiptStatus", p.cardholder_id AS "cardholderId",
             p.key_id AS "keyId", p.protected_header AS "protectedHeader",
             p.encrypted_key AS "encryptedKey", p.iv, p.ciphertext, p.tag
      FROM payment p LEFT JOIN cardholder c ON c.id = p.cardholder_id
      WHERE p.id = $1 AND p.environment = $2
        AND (p.cardholder_id IS NULL OR c.organization_id = $3)`,
    values: [paymentId, environment, organizationId],
  });
  return rows[0] && toReceipt(rows[0]);
}

function toReceipt(row: EnvelopeRow): ReceiptInStore {
  const { id, receiptStatus, cardholderId, keyId } = row;
  const sealed = keyId === null ? undefined : toSealedReceipt(row, keyId);
  return { paymentId: id, receiptStatus, cardholderId, keyId, sealed };
}

function toSealedReceipt(row: EnvelopeRow, kid: string): SealedReceipt | undefined {
  if (row.encryptedKey === null) return undefined;
  return {
    protected: row.protectedHeader,
    header: { alg: "RSA-OAEP-256", kid },
    encrypted_key: toBase64Url(row.encryptedKey),
    iv: toBase64Url(row.iv),
    ciphertext: toBase64Url(row.ciphertext),
    tag: toBase64Url(row.tag),
    aad: receiptAad(row.id),
  };
}

export type EscrowedReceipt = { escrowVersion: number; sealed: SealedReceipt; paymentId: string };

/** What waits in escrow for the card, locked until the transaction ends. */
export async function lockEscrowedReceipts(
  transaction: Transaction,
  environment: Environment,
  indexes: CardIndexes,
  notBefore: Date,
): Promise<EscrowedReceipt[]> {
  const { rows } = await transaction.query<EnvelopeRow & { escrowVersion: number }>(
    `SELECT p.id, p.escrow_version AS "escrowVersion", p.protected_header AS "protectedHeader",
            p.encrypted_key AS "encryptedKey", p.iv, p.ciphertext, p.tag
     FROM payment p
     WHERE p.environment = $1 AND p.card_index = ANY ($2) AND p.receipt_status = 'escrowed'
       AND p.escrowed_at >= $3
     FOR UPDATE`,
    [environment, indexes.map((index) => index.value), notBefore],
  );
  return rows.flatMap((row) => {
    const sealed = toSealedReceipt(row, String(row.escrowVersion));
    return sealed ? [{ escrowVersion: row.escrowVersion, sealed, paymentId: row.id }] : [];
  });
}

/** Replaces the escrow wrap by the cardholder's; ciphertext stays as it is. */
export async function deliverReceipts(
  transaction: Transaction,
  environment: Environment,
  to: { cardholderId: string; keyId: string },
  receipts: { paymentId: string; encryptedKey: Uint8Array }[],
): Promise<void> {
  await transaction.query(
    `WITH handed_over AS (
       UPDATE payment p
       SET receipt_status = 'sealed', cardholder_id = $2, key_id = $3, escrow_version = NULL,
           encrypted_key = delivered.encrypted_key, updated_at = now()
       FROM unnest($4::text[], $5::bytea[]) AS delivered (id, encrypted_key)
       WHERE p.environment = $1 AND p.id = delivered.id AND p.receipt_status = 'escrowed'
       RETURNING p.organization_id, p.environment, p.id
     )
     INSERT INTO payment_event (organization_id, environment, payment_id, kind)
     SELECT organization_id, environment, id, 'handed_over' FROM handed_over`,
    [
      environment,
      to.cardholderId,
      to.keyId,
      receipts.map((receipt) => receipt.paymentId),
      receipts.map((receipt) => receipt.encryptedKey),
    ],
  );
}

/** Ends escrow for what was taken before `before`: without its key nobody can ever open it. */
export async function endEscrow(before: Date): Promise<number> {
  const { rowCount } = await pool().query(
    `WITH expired AS (
       UPDATE payment SET receipt_status = 'expired', encrypted_key = NULL, updated_at = now()
       WHERE receipt_status = 'escrowed' AND escrowed_at < $1
       RETURNING organization_id, environment, id
     )
     INSERT INTO payment_event (organization_id, environment, payment_id, kind)
     SELECT organization_id, environment, id, 'expired' FROM expired`,
    [before],
  );
  return rowCount ?? 0;
}

// Not lib/crypto's decoder, which is strict and ten times slower: these are our own rows and seals.
function fromBase64Url(text: string): Uint8Array {
  return Buffer.from(text, "base64url");
}

function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
