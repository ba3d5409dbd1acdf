import { deleteSums } from "#lib/payments/store/hours.ts";
import { pool } from "#lib/storage/database.ts";
import { inLongTransaction } from "./long-transaction.ts";

/**
 * Payments as the service writes them, without its HTTP and its crypto in between. Those without a
 * holder in common are of all kinds: 1 in 20 failed, 1 in 50 waits for its confirmation, 1 in 5 is
 * in escrow, 1 in 4 is in euros.
 */
export async function fillPayments({
  cardholderId,
  count,
  organizationId = "org_bench",
  spanMs = 0,
}: {
  /** One holder for all of them; else each of ten belongs together. */
  cardholderId?: string;
  count: number;
  organizationId?: string;
  /** How far back the first of them lies; the rest are spread evenly from there to now. */
  spanMs?: number;
}): Promise<void> {
  await inLongTransaction(async (transaction) => {
    const values = [cardholderId ?? null, count, organizationId, spanMs];
    await transaction.query(fillSql, values);
  });
  // Of hours that may have been summed without them.
  await deleteSums();
}

/** A cardholder of the organization that payments are of by default, which is created if it is missing. */
export async function fillCardholder(id: string): Promise<void> {
  await pool().query(
    `WITH issuer AS (
       INSERT INTO organization (id, name, kind, tier) VALUES ('org_bench', 'Bench', 'issuer', 'free')
       ON CONFLICT DO NOTHING
     )
     INSERT INTO cardholder (id, environment, card_index, pepper_version, organization_id,
                             current_key_id, registered_at)
     VALUES ($1::text, 'development', sha256(convert_to($1::text, 'UTF8')), 1, 'org_bench', 'key', now())`,
    [id],
  );
}

const fillSql = `INSERT INTO payment (
       environment, card_index, id, pepper_version, organization_id, gateway, merchant_id,
       receipt_id, transaction_id, amount, currency, mock_items, status, decline_code,
       receipt_status, cardholder_id, key_id, escrow_version, escrowed_at, protected_header,
       encrypted_key, iv, ciphertext, tag, created_at, updated_at, settled_at)
     SELECT 'development', sha256(holder::bytea), 'pay_' || lpad(to_hex(ms), 12, '0') || random_part,
            1, $3, CASE WHEN n % 3 = 0 THEN 'gateway_two' ELSE 'gateway_one' END::gateway,
            'merchant', 'receipt-' || n || '-' || left(random_part, 8),
            'transaction-' || n || '-' || left(random_part, 8), 1250,
            CASE WHEN n % 4 = 0 THEN 'eur' ELSE 'usd' END, false,
            CASE WHEN $1::text IS NOT NULL THEN 'succeeded' WHEN n % 20 = 0 THEN 'failed'
                 WHEN n % 50 = 1 THEN 'requires_confirmation' ELSE 'succeeded'
            END::payment_status,
            CASE WHEN $1::text IS NULL AND n % 20 = 0 THEN 'card_declined' END,
            CASE WHEN in_escrow THEN 'escrowed' ELSE 'sealed' END::receipt_status,
            CASE WHEN NOT in_escrow THEN holder END, CASE WHEN NOT in_escrow THEN 'key' END,
            CASE WHEN in_escrow THEN 1 END, CASE WHEN in_escrow THEN made_at END,
            'eyJlbmMiOiJBMjU2R0NNIn0', decode(repeat(md5(random()::text), 16), 'hex'),
            decode(substr(md5(n::text), 1, 24), 'hex'),
            decode(repeat(md5(random()::text), 32), 'hex'), decode(md5(n::text), 'hex'),
            made_at, made_at, made_at
     FROM generate_series(1, $2::int) AS n,
          LATERAL (SELECT coalesce($1, 'usr_' || md5((n / 10)::text || random()::text)) AS holder,
                          $1::text IS NULL AND n % 5 = 0 AS in_escrow,
                          substr(md5(n::text || random()::text), 1, 20) AS random_part,
                          (extract(epoch FROM now()) * 1000)::bigint
                            + CASE WHEN $4::float8 = 0 THEN n
                                   ELSE ((n::float8 / $2::int - 1) * $4::float8)::bigint END AS ms) AS h,
          LATERAL (SELECT to_timestamp(ms / 1000.0) AS made_at) AS t`;
