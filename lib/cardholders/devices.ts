import { actOf } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { keyKindOf } from "#lib/crypto/recipient-key.ts";
import { requireUpgraded } from "#lib/recipients/require-upgraded.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import {
  type DeviceKey,
  type DeviceKeys,
  MAX_DEVICES,
  type RetiredKey,
} from "./contract-devices.ts";
import { readPublicKey } from "./register.ts";
import {
  insertKey,
  type KeyRow,
  type KeysOfCardholder,
  selectActiveKeys,
  selectKeysForUpdate,
  updateCurrentKey,
  updateRetired,
} from "./store-keys.ts";

/**
 * Adds a key of another device. Throws `invalid_request`, `not_found`, or `conflict` for a sixth device, for a keyId
 * that belongs to another key, and for a key that is active under another keyId.
 */
export async function addKey({
  caller,
  userId,
  keyId,
  publicKey,
}: {
  caller: Caller;
  userId: string;
  keyId: string;
  publicKey: string;
}): Promise<{ state: "created" | "existing"; key: DeviceKey }> {
  const { pem } = await readPublicKey(publicKey);
  await requireUpgraded();
  return await inTransaction(async (transaction) => {
    const cardholder = await selectKeysForUpdate(transaction, caller, userId);
    if (!cardholder) throw noSuchUser();

    const { currentKeyId, keys } = cardholder;
    const existing = keys.find((key) => key.keyId === keyId);
    if (existing?.publicKey === pem && existing.retiredAt === null) {
      return { state: "existing", key: toDeviceKey(existing, currentKeyId) };
    }
    requireFresh({ keyId, pem }, keys);
    if (keys.filter(isActive).length >= MAX_DEVICES) {
      throw new AppError("conflict", {
        message: `A user has ${MAX_DEVICES} devices at most`,
        details:
          "keyId: retire a key of this user first, or replace one with POST /api/v1/keys/rotate",
      });
    }

    const added = { keyId, publicKey: pem, previousKeyId: null, createdAt: new Date() };
    await Promise.all([
      insertKey(transaction, userId, added),
      recordAct(transaction, actOf(caller, "cardholder.key_added", { target: userId })),
    ]);
    return { state: "created", key: toDeviceKey(added, currentKeyId) };
  });
}

/** The active keys of a cardholder. Throws `not_found`. */
export async function listKeys({
  caller,
  userId,
}: {
  caller: Caller;
  userId: string;
}): Promise<DeviceKeys> {
  const cardholder = await selectActiveKeys(caller, userId);
  if (!cardholder) throw noSuchUser();
  const { currentKeyId } = cardholder;
  const keys = cardholder.keys.map((key) => toDeviceKey(key, currentKeyId));
  return {
    userId,
    keys: keys.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent)),
  };
}

/** Throws `not_found`, or `conflict` for the last device. */
export async function retireKey({
  caller,
  userId,
  keyId,
}: {
  caller: Caller;
  userId: string;
  keyId: string;
}): Promise<RetiredKey> {
  return await inTransaction(async (transaction) => {
    const cardholder = await selectKeysForUpdate(transaction, caller, userId);
    if (!cardholder) throw noSuchUser();
    const key = requireKeyOf(cardholder, keyId);
    const { currentKeyId } = cardholder;
    if (key.retiredAt !== null) return toRetiredKey({ userId, keyId }, key.retiredAt, currentKeyId);

    const [oldest] = cardholder.keys.filter((other) => isActive(other) && other.keyId !== keyId);
    if (!oldest) {
      throw new AppError("conflict", {
        message: "This is the user's only device",
        details: "keyId: replace it with POST /api/v1/keys/rotate, or add another device first",
      });
    }
    const retiredAt = new Date();
    const nextKeyId = keyId === currentKeyId ? oldest.keyId : currentKeyId;
    await Promise.all([
      updateRetired(transaction, userId, { keyId, retiredAt }),
      ...(nextKeyId === currentKeyId ? [] : [updateCurrentKey(transaction, userId, nextKeyId)]),
      recordAct(transaction, actOf(caller, "cardholder.key_retired", { target: userId })),
    ]);
    return toRetiredKey({ userId, keyId }, retiredAt, nextKeyId);
  });
}

export function isActive({ retiredAt }: KeyRow): boolean {
  return retiredAt === null;
}

/** A key that the cardholder has or had. Throws `not_found`. */
export function requireKeyOf({ keys }: KeysOfCardholder, keyId: string): KeyRow {
  const key = keys.find((one) => one.keyId === keyId);
  if (!key) throw new AppError("not_found", { message: "This user has no such key" });
  return key;
}

/** Throws `conflict` unless both the id and, among the active keys, the key are new. */
export function requireFresh(
  { keyId, pem }: { keyId: string; pem: string },
  keys: readonly KeyRow[],
): void {
  if (keys.some((key) => key.keyId === keyId)) {
    throw new AppError("conflict", {
      message: "This keyId is taken",
      details: "keyId: belongs to a key that the user has or had; give the new key another id",
    });
  }
  if (keys.some((key) => isActive(key) && key.publicKey === pem)) {
    throw new AppError("conflict", {
      message: "This public key is active already",
      details: "publicKey: is registered under another keyId; generate a new key pair",
    });
  }
}

export function noSuchUser(): AppError {
  return new AppError("not_found", { message: "No such user" });
}

function toDeviceKey(
  { keyId, publicKey, createdAt }: Pick<KeyRow, "keyId" | "publicKey" | "createdAt">,
  currentKeyId: string,
): DeviceKey {
  const kind = keyKindOf(publicKey);
  return { keyId, kind, publicKey, isCurrent: keyId === currentKeyId, createdAt };
}

function toRetiredKey(
  key: Pick<RetiredKey, "userId" | "keyId">,
  retiredAt: Date,
  currentKeyId: string,
): RetiredKey {
  return { ...key, status: "retired", retiredAt, currentKeyId };
}
