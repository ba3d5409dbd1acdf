import { sealOnServer } from "#lib/crypto/seal-on-server.ts";
import { importStoredPublicKey } from "#lib/crypto/stored-public-key.ts";
import { pool } from "#lib/storage/database.ts";
import { withAppDatabase } from "./app-database.ts";

/** Flips one bit of what the service keeps of a receipt; twice is as before. */
export async function flipStoredBit(paymentId: string): Promise<void> {
  await change(
    "UPDATE payment SET ciphertext = set_bit(ciphertext, 9, 1 - get_bit(ciphertext, 9)) WHERE id = $1",
    [paymentId],
  );
}

/** Puts the whole envelope of one payment in the place of another's. */
export async function putEnvelope(into: string, { from }: { from: string }): Promise<void> {
  await change(
    `UPDATE payment SET encrypted_key = other.encrypted_key, iv = other.iv,
            ciphertext = other.ciphertext, tag = other.tag
     FROM payment other WHERE payment.id = $1 AND other.id = $2`,
    [into, from],
  );
}

/** Keeps the service from settling a payment by itself before a test has looked at it. */
export async function putSettlementOff(receiptId: string): Promise<void> {
  await change(
    `UPDATE pending_payment SET next_check_at = now() + interval '1 hour'
     FROM payment p WHERE p.id = payment_id AND p.receipt_id = $1`,
    [receiptId],
  );
}

/** Replaces what a payment's envelope holds, as only the service itself could: sealed to the same key. */
export async function sealAnew(paymentId: string, receipt: object): Promise<void> {
  await withAppDatabase(async () => {
    const { rows } = await pool().query<{ publicKey: string }>(
      `SELECT k.public_key AS "publicKey" FROM payment p
       JOIN cardholder_key k ON k.cardholder_id = p.cardholder_id AND k.key_id = p.key_id
       WHERE p.id = $1`,
      [paymentId],
    );
    const key = importStoredPublicKey(rows[0]?.publicKey ?? "");
    const { protectedHeader, encryptedKey, iv, ciphertext, tag } = sealOnServer({
      receipt,
      paymentId,
      keys: [key],
    });
    await pool().query(
      `UPDATE payment SET protected_header = $2, encrypted_key = $3, iv = $4, ciphertext = $5, tag = $6
       WHERE id = $1`,
      [paymentId, protectedHeader, encryptedKey, iv, ciphertext, tag],
    );
  });
}

/** Ends what was granted for a receipt and not used yet. */
export async function endGrants(paymentId: string): Promise<void> {
  await change(
    "UPDATE access_token SET expires_at = now() WHERE payment_id = $1 AND used_at IS NULL",
    [paymentId],
  );
}

/** How many browsers are told of the receipts of the cardholder who has this one. */
export async function countSubscriptions(paymentId: string): Promise<number> {
  return await withAppDatabase(async () => {
    const { rows } = await pool().query<{ count: number }>(
      `SELECT count(*)::int AS count FROM push_subscription s
       JOIN payment p ON p.cardholder_id = s.cardholder_id WHERE p.id = $1`,
      [paymentId],
    );
    return rows[0]?.count ?? 0;
  });
}

async function change(text: string, values: string[]): Promise<void> {
  await withAppDatabase(async () => {
    const { rowCount } = await pool().query(text, values);
    if (rowCount !== 1) throw new Error(`Not one row was changed, but ${rowCount}.`);
  });
}
