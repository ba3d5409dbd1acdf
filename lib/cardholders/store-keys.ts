import type { Tenant } from "#lib/core/caller.ts";
import { prisma } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";

export type KeyRow = {
  keyId: string;
  /** PEM */
  publicKey: string;
  /** Of the key that it replaced */
  previousKeyId: string | null;
  createdAt: Date;
  retiredAt: Date | null;
};

/** Every key that a cardholder has or had, the oldest first. */
export type KeysOfCardholder = { currentKeyId: string; keys: KeyRow[] };

/** A key that the cardholder has or had. */
export async function selectCardholderKey(
  cardholderId: string,
  keyId: string,
): Promise<Pick<KeyRow, "publicKey"> | null> {
  return await prisma().cardholderKey.findUnique({
    where: { cardholderId_keyId: { cardholderId, keyId } },
    select: { publicKey: true },
  });
}

/** Undefined if the issuer has no such cardholder. */
export async function selectActiveKeys(
  { organizationId, environment }: Tenant,
  userId: string,
): Promise<KeysOfCardholder | undefined> {
  const cardholder = await prisma().cardholder.findUnique({
    where: { id: userId, organizationId, environment },
    select: {
      currentKeyId: true,
      keys: { where: { retiredAt: null }, orderBy: [{ createdAt: "asc" }, { keyId: "asc" }] },
    },
  });
  return cardholder ?? undefined;
}

/**
 * The keys of a cardholder, locked until the transaction ends: changes of the devices of one cardholder come one
 * after the other. Undefined if there is no such cardholder, or no longer. By hand, because Prisma has no row locks;
 * two statements, because the second must see what the lock has waited for.
 */
export async function selectKeysForUpdate(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  userId: string,
): Promise<KeysOfCardholder | undefined> {
  const [cardholders, keys] = await Promise.all([
    transaction.query<{ currentKeyId: string }>({
      name: "lock-current-key",
      text: `
        SELECT current_key_id AS "currentKeyId" FROM cardholder
        WHERE id = $1 AND (organization_id, environment) IS NOT DISTINCT FROM ($2, $3)
        FOR NO KEY UPDATE`,
      values: [userId, organizationId, environment],
    }),
    transaction.query<KeyRow>({
      name: "list-keys",
      text: `
        SELECT key_id AS "keyId", public_key AS "publicKey", previous_key_id AS "previousKeyId",
               created_at AS "createdAt", retired_at AS "retiredAt"
        FROM cardholder_key WHERE cardholder_id = $1 ORDER BY created_at, key_id`,
      values: [userId],
    }),
  ]);
  const [cardholder] = cardholders.rows;
  return cardholder && { ...cardholder, keys: keys.rows };
}

/** By hand, as above. */
export async function insertKey(
  transaction: Transaction,
  cardholderId: string,
  { keyId, publicKey, previousKeyId, createdAt }: Omit<KeyRow, "retiredAt">,
): Promise<void> {
  await transaction.query({
    name: "insert-key",
    text: `
      INSERT INTO cardholder_key (cardholder_id, key_id, public_key, previous_key_id, created_at)
      VALUES ($1, $2, $3, $4, $5)`,
    values: [cardholderId, keyId, publicKey, previousKeyId, createdAt],
  });
}

/** By hand, as above. */
export async function updateRetired(
  transaction: Transaction,
  cardholderId: string,
  { keyId, retiredAt }: { keyId: string; retiredAt: Date },
): Promise<void> {
  await transaction.query({
    name: "retire-key",
    text: "UPDATE cardholder_key SET retired_at = $3 WHERE cardholder_id = $1 AND key_id = $2",
    values: [cardholderId, keyId, retiredAt],
  });
}

/** By hand, as above. */
export async function updateCurrentKey(
  transaction: Transaction,
  cardholderId: string,
  keyId: string,
): Promise<void> {
  await transaction.query({
    name: "change-current-key",
    text: "UPDATE cardholder SET current_key_id = $2 WHERE id = $1",
    values: [cardholderId, keyId],
  });
}
