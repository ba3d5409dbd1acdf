import { pool } from "#lib/storage/database.ts";

export type KeyPurpose = "pepper" | "column" | "escrow";
export type KeyCheckValue = { purpose: KeyPurpose; version: number; check: Uint8Array };

export async function selectKeyChecks(): Promise<KeyCheckValue[]> {
  const { rows } = await pool().query<KeyCheckValue>(
    `SELECT purpose, version, "check" FROM keyring_check ORDER BY purpose, version`,
  );
  return rows;
}

/** Writes the check values that are new; one that is there already stays as it is. */
export async function insertKeyChecks(checks: KeyCheckValue[]): Promise<void> {
  await pool().query(
    `INSERT INTO keyring_check (purpose, version, "check")
     SELECT * FROM unnest($1::text[], $2::smallint[], $3::bytea[])
     ON CONFLICT DO NOTHING`,
    [checks.map((c) => c.purpose), checks.map((c) => c.version), checks.map((c) => c.check)],
  );
}

/** Whether stored data still needs this version of a secret. Scans; for starts that lack one. */
export async function isKeyVersionNeeded(purpose: KeyPurpose, version: number): Promise<boolean> {
  const { rows } = await pool().query<{ needed: boolean }>(neededQuery[purpose], [version]);
  return rows[0]?.needed ?? false;
}

const neededQuery: Record<KeyPurpose, string> = {
  pepper: `SELECT EXISTS (SELECT 1 FROM cardholder WHERE pepper_version = $1)
        OR EXISTS (SELECT 1 FROM payment WHERE receipt_status = 'escrowed' AND pepper_version = $1)
        AS needed`,
  escrow: `SELECT EXISTS (SELECT 1 FROM payment WHERE receipt_status = 'escrowed' AND escrow_version = $1)
        AS needed`,
  column: `SELECT EXISTS (SELECT 1 FROM payment WHERE client_secret IS NOT NULL
                          AND get_byte(client_secret, 0) * 256 + get_byte(client_secret, 1) = $1)
        OR EXISTS (SELECT 1 FROM idempotency_record WHERE key_version = $1)
        OR EXISTS (SELECT 1 FROM gateway_connection
                   WHERE get_byte(credentials, 0) * 256 + get_byte(credentials, 1) = $1)
        OR EXISTS (SELECT 1 FROM member WHERE totp_secret IS NOT NULL
                   AND get_byte(totp_secret, 0) * 256 + get_byte(totp_secret, 1) = $1)
        AS needed`,
};

/** Keeps the public parts of the escrow keys beside the receipts that were sealed to them. */
export async function insertEscrowKey(key: {
  version: number;
  keyId: string;
  publicKey: string;
}): Promise<void> {
  await pool().query(
    `INSERT INTO escrow_key (version, key_id, public_key) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [key.version, key.keyId, key.publicKey],
  );
}
