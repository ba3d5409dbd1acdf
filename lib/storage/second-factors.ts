import { inTransaction, pool } from "./database.ts";

/** Keeps a secret that waits for its first code; false where one is in use already. */
export async function beginSecondFactor(memberId: string, secret: Uint8Array): Promise<boolean> {
  const { rowCount } = await pool().query(
    `UPDATE member SET totp_secret = $2, totp_step = NULL WHERE id = $1 AND totp_since IS NULL`,
    [memberId, secret],
  );
  return rowCount === 1;
}

/** Takes the secret into use; false where it is not the one that waits any more. */
export async function confirmSecondFactor(
  memberId: string,
  {
    secret,
    step,
    recoveryHashes,
  }: { secret: Uint8Array; step: number; recoveryHashes: Uint8Array[] },
): Promise<boolean> {
  return await inTransaction(async (transaction) => {
    const { rowCount } = await transaction.query(
      `UPDATE member SET totp_since = now(), totp_step = $3
       WHERE id = $1 AND totp_secret = $2 AND totp_since IS NULL`,
      [memberId, secret, step],
    );
    if (rowCount !== 1) return false;

    await transaction.query("DELETE FROM recovery_code WHERE member_id = $1", [memberId]);
    await transaction.query(
      "INSERT INTO recovery_code (member_id, hash) SELECT $1, unnest($2::bytea[])",
      [memberId, recoveryHashes],
    );
    return true;
  });
}

/** False where there was none. */
export async function removeSecondFactor(memberId: string): Promise<boolean> {
  return await inTransaction(async (transaction) => {
    await transaction.query("DELETE FROM recovery_code WHERE member_id = $1", [memberId]);
    const { rowCount } = await transaction.query(
      `UPDATE member SET totp_secret = NULL, totp_since = NULL, totp_step = NULL
       WHERE id = $1 AND totp_since IS NOT NULL`,
      [memberId],
    );
    return rowCount === 1;
  });
}

/** Of any number of calls with the code of one time step, one gets true. */
export async function takeTotpStep(memberId: string, step: number): Promise<boolean> {
  const { rowCount } = await pool().query(
    `UPDATE member SET totp_step = $2
     WHERE id = $1 AND totp_since IS NOT NULL AND (totp_step IS NULL OR totp_step < $2)`,
    [memberId, step],
  );
  return rowCount === 1;
}

/** Of any number of calls with one recovery code, one gets true. */
export async function takeRecoveryCode(memberId: string, hash: Uint8Array): Promise<boolean> {
  const { rowCount } = await pool().query(
    "DELETE FROM recovery_code WHERE member_id = $1 AND hash = $2",
    [memberId, hash],
  );
  return rowCount === 1;
}
