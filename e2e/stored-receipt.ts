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

/** Ends what was granted for a receipt and not used yet. */
export async function endGrants(paymentId: string): Promise<void> {
  await change(
    "UPDATE access_token SET expires_at = now() WHERE payment_id = $1 AND used_at IS NULL",
    [paymentId],
  );
}

async function change(text: string, values: string[]): Promise<void> {
  await withAppDatabase(async () => {
    const { rowCount } = await pool().query(text, values);
    if (rowCount !== 1) throw new Error(`Not one row was changed, but ${rowCount}.`);
  });
}
