import pg from "pg";

/** One prepared statement, on a connection of the pool or on that of a transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, "query">;

const CONNECTIONS = 16;

const tables = `
  CREATE SCHEMA IF NOT EXISTS by_hand;

  CREATE TABLE IF NOT EXISTS by_hand.api_key (
    id text PRIMARY KEY,
    secret_hash bytea NOT NULL UNIQUE,
    organization_id text NOT NULL,
    environment text NOT NULL,
    scopes text[] NOT NULL,
    requests_per_minute int NOT NULL
  );

  CREATE TABLE IF NOT EXISTS by_hand.cardholder (
    id text PRIMARY KEY,
    organization_id text NOT NULL,
    environment text NOT NULL,
    card_index bytea NOT NULL,
    key_id text NOT NULL,
    public_key text NOT NULL,
    registered_at timestamptz NOT NULL,
    delivered_receipts int NOT NULL,
    UNIQUE (environment, card_index)
  );

  CREATE TABLE IF NOT EXISTS by_hand.payment (
    id text PRIMARY KEY,
    organization_id text NOT NULL,
    environment text NOT NULL,
    gateway text NOT NULL,
    merchant_id text NOT NULL,
    receipt_id text NOT NULL,
    transaction_id text NOT NULL,
    fingerprint bytea NOT NULL,
    card_index bytea NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    status text NOT NULL,
    order_id text,
    client_secret bytea,
    match_data bytea,
    -- At its creation.
    is_escrowed boolean NOT NULL,
    cardholder_id text,
    key_id text,
    encrypted_key bytea NOT NULL,
    iv bytea NOT NULL,
    ciphertext bytea NOT NULL,
    tag bytea NOT NULL,
    created_at timestamptz NOT NULL,
    settled_at timestamptz,
    UNIQUE (organization_id, environment, gateway, merchant_id, receipt_id, transaction_id)
  ) WITH (fillfactor = 60);
  CREATE INDEX IF NOT EXISTS payment_cardholder ON by_hand.payment (cardholder_id, id)
    WHERE cardholder_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS payment_escrow ON by_hand.payment (environment, card_index)
    WHERE cardholder_id IS NULL;

  CREATE TABLE IF NOT EXISTS by_hand.access_token (
    hash bytea PRIMARY KEY,
    organization_id text NOT NULL,
    environment text NOT NULL,
    cardholder_id text NOT NULL,
    key_id text NOT NULL,
    payment_id text,
    consent_method text,
    api_key_id text NOT NULL,
    address text NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    used_for text
  ) WITH (fillfactor = 80);
  CREATE INDEX IF NOT EXISTS access_token_log
    ON by_hand.access_token (organization_id, environment, created_at);`;

/** A pool on a schema of its own, which is created if it is missing. */
export async function openDatabase(url: string): Promise<pg.Pool> {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    options: "-c search_path=by_hand",
    types: { getTypeParser },
  });
  await pool.query(tables);
  return pool;
}

// Amounts stay below 2^53.
const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);

/**
 * Holds a lock on a card for the length of the work: shared by payments into its escrow, exclusive for
 * its registration. BEGIN and lock share a round trip.
 */
export async function withCardLocked<T>(
  pool: pg.Pool,
  { mode, cardIndex }: { mode: "shared" | "exclusive"; cardIndex: Buffer },
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  const lock = mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; SELECT ${lock}(${cardIndex.readBigInt64BE()})`);
    const result = await work(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    // Without the connection there is nothing to roll back.
    client.release(true);
    throw error;
  }
}
