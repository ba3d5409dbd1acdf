import type { Tenant } from "#lib/auth/caller.ts";
import { pool } from "./database.ts";
import { type Payment, paymentColumns } from "./payments.ts";

/** A payment, and of its envelope what may be shown: the ciphertext itself stays where it is. */
export type PaymentDetails = Payment & {
  updatedAt: Date;
  settledAt: Date | null;
  protectedHeader: string;
  encryptedKeyBytes: number | null;
  ivBytes: number;
  ciphertextBytes: number;
  tagBytes: number;
  ciphertextStart: Uint8Array;
};

export async function findPaymentDetails(
  { organizationId, environment }: Tenant,
  id: string,
): Promise<PaymentDetails | undefined> {
  const { rows } = await pool().query<PaymentDetails>({
    name: "find-payment-details",
    text: `
      SELECT ${paymentColumns}, p.updated_at AS "updatedAt", p.settled_at AS "settledAt",
             p.protected_header AS "protectedHeader",
             octet_length(p.encrypted_key) AS "encryptedKeyBytes",
             octet_length(p.iv) AS "ivBytes", octet_length(p.ciphertext) AS "ciphertextBytes",
             octet_length(p.tag) AS "tagBytes",
             substring(p.ciphertext FROM 1 FOR 32) AS "ciphertextStart"
      FROM payment p
      WHERE p.id = $1 AND p.organization_id = $2 AND p.environment = $3`,
    values: [id, organizationId, environment],
  });
  return rows[0];
}
