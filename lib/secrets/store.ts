import { z } from "zod";
import { pool, prisma } from "#lib/storage/database.ts";

const keyPurpose = z.enum(["pepper", "column", "escrow"]);

export type KeyPurpose = z.output<typeof keyPurpose>;
export type KeyCheckValue = {
  purpose: KeyPurpose;
  version: number;
  check: Uint8Array<ArrayBuffer>;
};

export async function selectKeyChecks(): Promise<KeyCheckValue[]> {
  const rows = await prisma().keyringCheck.findMany({
    select: { purpose: true, version: true, check: true },
    orderBy: [{ purpose: "asc" }, { version: "asc" }],
  });
  return rows.map((row) => ({ ...row, purpose: keyPurpose.parse(row.purpose) }));
}

/** Writes the check values that are new; one that exists stays as it is. */
export async function insertKeyChecks(checks: KeyCheckValue[]): Promise<void> {
  await prisma().keyringCheck.createMany({ data: checks, skipDuplicates: true });
}

/**
 * Whether stored data still needs this version of a secret. SQL by hand: it scans tables of other rooms,
 * and reads the version in front of what is encrypted. Only for a start without that version.
 */
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
        OR EXISTS (SELECT 1 FROM push_subscription
                   WHERE get_byte(target, 0) * 256 + get_byte(target, 1) = $1)
        OR EXISTS (SELECT 1 FROM mail
                   WHERE get_byte(content, 0) * 256 + get_byte(content, 1) = $1)
        AS needed`,
};

/** Keeps the public parts of the escrow keys beside the receipts that were sealed to them. */
export async function insertEscrowKeys(
  keys: { version: number; keyId: string; publicKey: string }[],
): Promise<void> {
  await prisma().escrowKey.createMany({ data: keys, skipDuplicates: true });
}
