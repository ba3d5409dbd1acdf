import { z } from "zod";
import { pool, prisma } from "#lib/storage/database.ts";
import { encryptedColumns, versionOf } from "./encrypted-columns.ts";

const keyPurpose = z.enum(["pepper", "column", "escrow"]);

export type KeyPurpose = z.output<typeof keyPurpose>;
export type KeyCheckValue = {
  purpose: KeyPurpose;
  version: number;
  check: Uint8Array<ArrayBuffer>;
};

type RecordedKey = KeyCheckValue & { retiredAt: Date | null };

export async function selectKeyChecks(): Promise<RecordedKey[]> {
  const rows = await prisma().keyringCheck.findMany({
    where: { purpose: { in: keyPurpose.options } },
    select: { purpose: true, version: true, check: true, retiredAt: true },
    orderBy: [{ purpose: "asc" }, { version: "asc" }],
  });
  return rows.map((row) => ({ ...row, purpose: keyPurpose.parse(row.purpose) }));
}

/** Inserts new check values; existing ones stay as they are. */
export async function insertKeyChecks(checks: KeyCheckValue[]): Promise<void> {
  await prisma().keyringCheck.createMany({ data: checks, skipDuplicates: true });
}

type KeyName = { purpose: KeyPurpose; version: number };

/** Records that this process starts with these versions as the current ones. By hand: the time is the database's. */
export async function updateCurrentKeys(current: readonly KeyName[]): Promise<void> {
  await pool().query(
    `UPDATE keyring_check k SET current_at = now(), seen_current = now()
     FROM unnest($1::text[], $2::int[]) AS started (purpose, version)
     WHERE k.purpose = started.purpose AND k.version = started.version`,
    [current.map(({ purpose }) => purpose), current.map(({ version }) => version)],
  );
}

/** Records that this process is alive with this version as the current one. By hand, as above. */
export async function updateSeenCurrent({ purpose, version }: KeyName): Promise<void> {
  await pool().query(
    "UPDATE keyring_check SET seen_current = now() WHERE purpose = $1 AND version = $2",
    [purpose, version],
  );
}

const SESSION = "session";

/** Numbers session secrets: a new one gets the next version. Returns whether it was retired. */
export async function recordSessionSecret(check: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const known = await prisma().keyringCheck.findMany({
    where: { purpose: SESSION },
    orderBy: { version: "desc" },
  });
  const same = known.find((row) => Buffer.from(row.check).equals(check));
  const version = same?.version ?? (known[0]?.version ?? 0) + 1;
  if (same?.retiredAt) return true;

  const row = { purpose: SESSION, version };
  await prisma().keyringCheck.createMany({ data: { ...row, check }, skipDuplicates: true });
  await prisma().keyringCheck.update({
    where: { purpose_version: row },
    data: { currentAt: new Date() },
  });
  return false;
}

/**
 * Whether stored data still needs this version of a secret. SQL by hand: it scans tables of other rooms, and
 * reads the version at the beginning of each ciphertext. Only for a start without that version.
 */
export async function isKeyVersionNeeded(purpose: KeyPurpose, version: number): Promise<boolean> {
  const { rows } = await pool().query<{ needed: boolean }>(
    `SELECT ${neededBy[purpose].map((rest) => `EXISTS (SELECT FROM ${rest})`).join(" OR ")} AS needed`,
    [version],
  );
  return rows[0]?.needed ?? false;
}

const neededBy: Record<KeyPurpose, string[]> = {
  pepper: [
    "cardholder WHERE pepper_version = $1",
    "cardholder_identifier WHERE pepper_version = $1",
    "payment WHERE receipt_status = 'escrowed' AND pepper_version = $1",
    "escrow_identifier WHERE pepper_version = $1",
  ],
  escrow: ["payment WHERE receipt_status = 'escrowed' AND escrow_version = $1"],
  column: [
    ...Object.values(encryptedColumns).map(
      ({ table, column }) => `${table} WHERE ${versionOf(column)} = $1`,
    ),
    `idempotency_record r WHERE key_version = $1
       AND NOT EXISTS (SELECT FROM fingerprint_key k WHERE k.version = r.key_version)`,
  ],
};

/** Stores new keys; existing ones stay as they are. */
export async function insertFingerprintKeys(
  keys: { version: number; key: Uint8Array<ArrayBuffer> }[],
): Promise<void> {
  await prisma().fingerprintKey.createMany({ data: keys, skipDuplicates: true });
}

export async function selectFingerprintKeys(): Promise<{ version: number; key: Uint8Array }[]> {
  return await prisma().fingerprintKey.findMany({ orderBy: { version: "desc" } });
}

/** Stores the public parts of the escrow keys beside the receipts that were sealed to them. */
export async function insertEscrowKeys(
  keys: { version: number; keyId: string; publicKey: string }[],
): Promise<void> {
  await prisma().escrowKey.createMany({ data: keys, skipDuplicates: true });
}
