import type { Tenant } from "#lib/core/caller.ts";
import { prisma } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";

export type PairingRow = {
  id: string;
  userCode: string;
  keyId: string;
  /** PEM */
  publicKey: string;
  state: "pending" | "approved" | "canceled";
  /** Of an approved one */
  cardholderId: string | null;
  createdAt: Date;
  expiresAt: Date;
};

type NewPairing = Tenant & Omit<PairingRow, "state" | "cardholderId">;

export async function insertPairing(pairing: NewPairing): Promise<void> {
  const { organizationId, environment, id, userCode, keyId, publicKey, ...times } = pairing;
  const { createdAt, expiresAt } = times;
  const tenant = { organizationId, environment };
  const data = { ...tenant, id, userCode, keyId, publicKey, createdAt, expiresAt };
  await prisma().pairing.create({ data });
}

/** By its id, or by the code that the phone shows. Undefined if the organization has none in this environment. */
export async function selectPairing(
  { organizationId, environment }: Tenant,
  name: { id: string } | { userCode: string },
): Promise<PairingRow | undefined> {
  const row = await prisma().pairing.findUnique({
    where: { ...name, organizationId, environment },
  });
  return row ?? undefined;
}

/** The same by the code, locked until the transaction ends. By hand, because Prisma has no row locks. */
export async function selectPairingForUpdate(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  userCode: string,
): Promise<PairingRow | undefined> {
  const { rows } = await transaction.query<PairingRow>(
    `SELECT id, user_code AS "userCode", key_id AS "keyId", public_key AS "publicKey", state,
            cardholder_id AS "cardholderId", created_at AS "createdAt", expires_at AS "expiresAt"
     FROM pairing WHERE user_code = $1 AND organization_id = $2 AND environment = $3
     FOR UPDATE`,
    [userCode, organizationId, environment],
  );
  return rows[0];
}

/** By hand, as above. */
export async function updateToApproved(
  transaction: Transaction,
  id: string,
  { cardholderId, expiresAt }: { cardholderId: string; expiresAt: Date },
): Promise<void> {
  await transaction.query(
    "UPDATE pairing SET state = 'approved', cardholder_id = $2, expires_at = $3 WHERE id = $1",
    [id, cardholderId, expiresAt],
  );
}

/** Leaves one that is not pending anymore as it is. */
export async function updateToCanceled(
  { organizationId, environment }: Tenant,
  id: string,
): Promise<void> {
  const where = { id, organizationId, environment, state: "pending" } as const;
  await prisma().pairing.updateMany({ where, data: { state: "canceled" } });
}

export async function deleteExpiredPairings(): Promise<void> {
  await prisma().pairing.deleteMany({ where: { expiresAt: { lt: new Date() } } });
}
