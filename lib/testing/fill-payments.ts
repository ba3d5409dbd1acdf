import { inTransaction } from "#lib/storage/database.ts";

/** Payments as the service writes them, without its HTTP and its crypto in between. */
export async function fillPayments({
  cardholderId,
  count,
}: {
  /** One holder for all of them; else each of ten belongs together. */
  cardholderId?: string;
  count: number;
}): Promise<void> {
  await inTransaction(async (transaction) => {
    await transaction.query("SET LOCAL statement_timeout = 0");
    await transaction.query(fillSql, [cardholderId ?? null, count]);
  });
}

const fillSql = `INSERT INTO payment (
       environment, card_index, id, pepper_version, organization_id, gateway, merchant_id,
       receipt_id, transaction_id, amount, currency, mock_items, status, receipt_status,
       cardholder_id, key_id, protected_header, encrypted_key, iv, ciphertext, tag, created_at,
       updated_at)
     SELECT 'development', sha256(holder::bytea),
            'pay_' || lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint + n), 12, '0')
                   || substr(md5(random()::text), 1, 20),
            1, 'org_bench', 'gateway_one', 'merchant', 'receipt-' || n, 'transaction-' || n, 1250,
            'usd', false, 'succeeded', 'sealed', holder, 'key', 'eyJlbmMiOiJBMjU2R0NNIn0',
            decode(repeat(md5(random()::text), 16), 'hex'), decode(substr(md5(n::text), 1, 24), 'hex'),
            decode(repeat(md5(random()::text), 32), 'hex'), decode(md5(n::text), 'hex'), now(), now()
     FROM generate_series(1, $2::int) AS n,
          LATERAL (SELECT coalesce($1, 'usr_' || md5((n / 10)::text || random()::text)) AS holder) AS h`;
