import { randomBytes } from "node:crypto";
import type pg from "pg";

const SPAN_MS = 30 * 24 * 60 * 60 * 1000;
// One time for all statements, which write the same ids. The last payment is a few minutes old.
const firstMs = Date.now() - SPAN_MS - 2 * 60_000;
const CHUNK = 250_000;
/** More of these would add no information. */
const MAX_LOGGED = 1_000_000;
const RECEIPTS_OF_A_CARDHOLDER = 100;
/** One cardholder has so many if there are ten times as many payments. */
const LARGE_HOLDER_RECEIPTS = 100_000;

type Fill = {
  organizationId: string;
  /** Of every cardholder, PEM. */
  publicKey: string;
  payments: number;
  /** Of each sealed receipt. */
  receiptBytes: number;
};

/**
 * Payments of one merchant that is an issuer, too, spread evenly over the last 30 days, as they look once
 * they are settled: 1 in 20 failed, 1 in 5 waits in escrow, the rest belong to cardholders with about a
 * hundred receipts each, and of these 1 in 10 was opened. Written without indexes, which are built
 * afterwards.
 */
export async function fillScale(client: pg.Client, fill: Fill): Promise<void> {
  await client.query("SET maintenance_work_mem = '512MB'; SET synchronous_commit = off");
  await client.query("SELECT set_config('scale.bytes', $1, false)", [
    randomBytes(32 * 1024).toString("hex"),
  ]);
  const tables = ["payment", "idempotency_record", "access_token", "request_log", "payment_event"];
  const indexes = await dropIndexes(client, tables);
  // Filled-in rows no longer change; rows of the service find the space that the fill factor leaves.
  const room = await readFillFactor(client);
  await client.query("ALTER TABLE payment SET (fillfactor = 100)");
  const cardholders = Math.max(10, Math.floor(fill.payments / RECEIPTS_OF_A_CARDHOLDER));
  await client.query(cardholdersSql, [fill.organizationId, cardholders, fill.publicKey]);
  await client.query("ALTER TABLE payment_event DISABLE TRIGGER receipt_opened");
  for (let first = 0; first < fill.payments; first += CHUNK) {
    const last = Math.min(first + CHUNK, fill.payments) - 1;
    const values = [fill.organizationId, first, last, fill.payments, cardholders];
    await client.query(paymentsSql, [...values, fill.receiptBytes]);
    report(`${last + 1} payments`);
  }
  await client.query("ALTER TABLE payment_event ENABLE TRIGGER receipt_opened");
  await client.query(requestsSql, [fill.organizationId, Math.min(fill.payments, MAX_LOGGED)]);
  for (const { name, statement } of indexes) {
    await client.query(statement);
    report(name);
  }
  await client.query(`ALTER TABLE payment SET (fillfactor = ${room})`);
  await client.query("VACUUM ANALYZE");
}

const startedAt = performance.now();

function report(what: string): void {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${String(seconds).padStart(6)} s  ${what}`);
}

async function readFillFactor(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ value: string }>(
    `SELECT option_value AS value FROM pg_class, pg_options_to_table(reloptions)
     WHERE oid = 'payment'::regclass AND option_name = 'fillfactor'`,
  );
  return Number(rows[0]?.value ?? 100);
}

type Index = { name: string; statement: string };

async function dropIndexes(client: pg.Client, tables: string[]): Promise<Index[]> {
  const { rows } = await client.query<Index & { drop: string }>(
    `SELECT i.relname AS name,
            CASE WHEN c.oid IS NULL THEN pg_get_indexdef(i.oid)
                 ELSE format('ALTER TABLE %I ADD CONSTRAINT %I %s', t.relname, c.conname,
                             pg_get_constraintdef(c.oid)) END AS statement,
            CASE WHEN c.oid IS NULL THEN format('DROP INDEX %I', i.relname)
                 ELSE format('ALTER TABLE %I DROP CONSTRAINT %I', t.relname, c.conname) END AS drop
     FROM pg_index x
     JOIN pg_class i ON i.oid = x.indexrelid
     JOIN pg_class t ON t.oid = x.indrelid
     LEFT JOIN pg_constraint c ON c.conindid = i.oid AND c.contype = 'p'
     WHERE t.relname = ANY ($1) AND t.relnamespace = 'public'::regnamespace`,
    [tables],
  );
  for (const { drop } of rows) await client.query(drop);
  return rows;
}

// Their ids sort by time, as ours do, and so do those of payments. Their cards and keys do not exist.
const cardholdersSql = `
  WITH made AS (
    INSERT INTO cardholder (id, environment, card_index, pepper_version, organization_id,
                            current_key_id, registered_at)
    SELECT ${idOf("usr", "n", "$2::int")}, 'development', sha256(('card-' || n)::bytea), 1, $1,
           'key_' || md5(n::text), ${timeOf("n", "$2::int")}
    FROM generate_series(0, $2::int - 1) n
    RETURNING id, current_key_id, registered_at)
  INSERT INTO cardholder_key (cardholder_id, key_id, public_key, created_at)
  SELECT id, current_key_id, $3, registered_at FROM made`;

// $1 organization, $2 first, $3 last, $4 payments, $5 cardholders, $6 bytes of a receipt. One cardholder has
// every tenth payment up to the limit, where there are enough.
const paymentsSql = `
  WITH bytes AS MATERIALIZED (SELECT decode(current_setting('scale.bytes'), 'hex') AS bytes),
  made AS (
    SELECT n, ${idOf("pay", "n", "$4::int")} AS id, ${timeOf("n", "$4::int")} AS at,
           n % 20 = 7 AS failed, n % 5 = 3 AS waits,
           CASE WHEN n % 10 = 0 AND n / 10 < ${LARGE_HOLDER_RECEIPTS}
                     AND $4::int >= ${10 * LARGE_HOLDER_RECEIPTS} THEN 0
                ELSE n % ($5::int - 1) + 1 END AS holder
    FROM generate_series($2::int, $3::int) n
  ), inserted AS (
    INSERT INTO payment (
      environment, card_index, id, pepper_version, organization_id, gateway, merchant_id, receipt_id,
      transaction_id, amount, currency, mock_items, status, decline_code, receipt_status,
      cardholder_id, key_id, escrow_version, escrowed_at, protected_header, encrypted_key, iv,
      ciphertext, tag, created_at, updated_at, settled_at)
    SELECT 'development', sha256((CASE WHEN waits THEN 'waiting-' || n / 50 ELSE 'card-' || holder END)::bytea),
           id, 1, $1, CASE WHEN n % 3 = 0 THEN 'gateway_two' ELSE 'gateway_one' END::gateway,
           'mer_' || n % 40, 'r-' || n, 't-' || n, 100 + n % 9000,
           CASE WHEN n % 4 = 0 THEN 'eur' ELSE 'usd' END, false,
           CASE WHEN failed THEN 'failed' ELSE 'succeeded' END::payment_status,
           CASE WHEN failed THEN 'card_declined' END,
           CASE WHEN failed THEN 'void' WHEN waits THEN 'escrowed' ELSE 'sealed' END::receipt_status,
           CASE WHEN NOT failed AND NOT waits THEN ${idOf("usr", "holder", "$5::int")} END,
           CASE WHEN NOT failed AND NOT waits THEN 'key_' || md5(holder::text) END,
           CASE WHEN waits AND NOT failed THEN 1 END, CASE WHEN waits THEN at END,
           'eyJlbmMiOiJBMjU2R0NNIn0',
           CASE WHEN NOT failed THEN substr(bytes, 1 + n * 7 % 30000, 256) END,
           substr(bytes, 1 + n * 3 % 30000, 12),
           CASE WHEN failed THEN '' ELSE substr(bytes, 1 + n % 30000, $6::int) END,
           substr(bytes, 1 + n * 5 % 30000, 16), at, at, at
    FROM made CROSS JOIN bytes
  ), recorded AS (
    INSERT INTO idempotency_record (organization_id, environment, key_hash, fingerprint, key_version,
                                    card_index, payment_id, created_at)
    SELECT $1, 'development', sha256(('key-' || n)::bytea), sha256(('body-' || n)::bytea), 1,
           sha256((CASE WHEN waits THEN 'waiting-' || n / 50 ELSE 'card-' || holder END)::bytea), id, at
    FROM made
  ), granted AS (
    INSERT INTO access_token (hash, environment, organization_id, cardholder_id, key_id, created_at,
                              expires_at, used_at, used_for, address)
    SELECT sha256(('token-' || n)::bytea), 'development', $1, ${idOf("usr", "holder", "$5::int")},
           'key', at, at + interval '150 seconds', at + interval '1 minute', id, '127.0.0.1'
    FROM made WHERE n % 10 = 1 AND NOT failed AND NOT waits
  )
  INSERT INTO payment_event (organization_id, environment, payment_id, kind, at)
  SELECT $1, 'development', id, 'opened', at + interval '1 minute'
  FROM made WHERE n % 10 = 1 AND NOT failed AND NOT waits`;

const requestsSql = `
  INSERT INTO request_log (request_id, organization_id, environment, source, at, method, route, status,
                           error_code, duration_ms, address, payment_id)
  SELECT ${idOf("req", "n", "$2::int")}, $1, 'development', 'api', ${timeOf("n", "$2::int")}, 'POST',
         '/api/v1/payments/{gateway}/create', CASE WHEN n % 20 = 7 THEN 402 ELSE 201 END,
         CASE WHEN n % 20 = 7 THEN 'payment_declined' END, 5, '127.0.0.1',
         ${idOf("pay", "n", "$2::int")}
  FROM generate_series(0, $2::int - 1) n`;

/** When the n-th of so many was created, milliseconds. */
function msOf(n: string, count: string): string {
  return `(${firstMs} + (${n})::bigint * ${SPAN_MS} / ${count})`;
}

function timeOf(n: string, count: string): string {
  return `to_timestamp(${msOf(n, count)} / 1000.0)`;
}

function idOf(prefix: string, n: string, count: string): string {
  return `'${prefix}_' || lpad(to_hex(${msOf(n, count)}), 12, '0') || substr(md5((${n})::text), 1, 20)`;
}
