import { actOf } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { MemberCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { fingerprintPublicKey } from "#lib/crypto/fingerprint.ts";
import { countWrong } from "#lib/limits/count-wrong.ts";
import { voidTokensOfKeys } from "#lib/receipts/grant-access.ts";
import { requireUpgraded } from "#lib/recipients/require-upgraded.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { MAX_DEVICES } from "./contract-devices.ts";
import {
  APPROVAL_HOURS,
  type FoundPairing,
  type PhoneReplacement,
  type ReplacedPhone,
} from "./contract-pairings.ts";
import { isActive, noSuchUser } from "./devices.ts";
import { hasExpired } from "./pair.ts";
import {
  insertKey,
  type KeyRow,
  selectKeysForUpdate,
  updateCurrentKey,
  updateRetired,
} from "./store-keys.ts";
import {
  type PairingRow,
  selectPairing,
  selectPairingForUpdate,
  updateToApproved,
  updateToCanceled,
} from "./store-pairings.ts";

/** Wrong codes of one member. */
export const wrongPairingCodes = { name: "pairing-codes", points: 20, seconds: 10 * 60 };

type TypedCode = { caller: MemberCaller; userCode: string };

/**
 * The phone that shows a code. Throws `not_found`, `conflict` for a code that was used or canceled, or
 * `rate_limit_exceeded` after too many wrong codes.
 */
export async function findPairing({ caller, userCode }: TypedCode): Promise<FoundPairing> {
  const row = requireOpen(await lookUp({ caller, userCode }));
  const { keyId, publicKey, createdAt, expiresAt } = row;
  const fingerprint = await fingerprintPublicKey(publicKey);
  return { userCode, keyId, fingerprint, createdAt, expiresAt };
}

/** Ends a code whose phone shows other words. Throws as `findPairing` does. */
export async function denyPairing({ caller, userCode }: TypedCode): Promise<{ userCode: string }> {
  const { id } = requireOpen(await lookUp({ caller, userCode }));
  await updateToCanceled(caller, id);
  return { userCode };
}

/**
 * Adds the new phone's key, retires those of the lost phone, and voids their unused grants, all in one transaction. The
 * same again changes nothing. Throws as `findPairing` does, and `conflict` for keys that have changed meanwhile.
 */
export async function replacePhone({
  caller,
  userId,
  replacement: { userCode, keyId, lostKeyIds },
}: {
  caller: MemberCaller;
  userId: string;
  replacement: PhoneReplacement;
}): Promise<ReplacedPhone> {
  await lookUp({ caller, userCode });
  await requireUpgraded();
  return await inTransaction(async (transaction) => {
    const cardholder = await selectKeysForUpdate(transaction, caller, userId);
    if (!cardholder) throw noSuchUser();
    const pairing = await selectPairingForUpdate(transaction, caller, userCode);
    if (!pairing) throw noSuchCode();
    if (pairing.keyId !== keyId) throw otherPhone();
    const { currentKeyId, keys } = cardholder;
    const lost = [...new Set(lostKeyIds)];
    if (pairing.cardholderId === userId && keys.some((key) => key.keyId === keyId)) {
      return { userId, keyId, retiredKeyIds: lost, currentKeyId };
    }
    requireOpen(pairing);
    requireNew(pairing, keys);
    const left = requireLost(lost, keys);

    const now = new Date();
    const expiresAt = new Date(now.getTime() + APPROVAL_HOURS * 60 * 60 * 1000);
    const key = { keyId, publicKey: pairing.publicKey, previousKeyId: null, createdAt: now };
    // As where a key is retired: the oldest device that is left has the current key.
    const nextKeyId =
      left.find((one) => one.keyId === currentKeyId)?.keyId ?? left[0]?.keyId ?? keyId;
    await Promise.all([
      ...lost.map((one) => updateRetired(transaction, userId, { keyId: one, retiredAt: now })),
      insertKey(transaction, userId, key),
      ...(nextKeyId === currentKeyId ? [] : [updateCurrentKey(transaction, userId, nextKeyId)]),
      updateToApproved(transaction, pairing.id, { cardholderId: userId, expiresAt }),
      voidTokensOfKeys(transaction, caller, { userId, keyIds: lost }),
      recordAct(
        transaction,
        actOf(caller, "cardholder.phone_replaced", {
          target: userId,
          after: { retiredKeys: lost.length, activeKeys: left.length + 1 },
        }),
      ),
    ]);
    return { userId, keyId, retiredKeyIds: lost, currentKeyId: nextKeyId };
  });
}

/** Counts wrong codes. Throws `not_found`, or `rate_limit_exceeded`. */
async function lookUp({ caller, userCode }: TypedCode): Promise<PairingRow> {
  const limit = { kind: wrongPairingCodes, holder: caller.memberId };
  const row = await countWrong({ ...limit, message: "Too many wrong codes" }, () =>
    selectPairing(caller, { userCode }),
  );
  if (!row) throw noSuchCode();
  return row;
}

function requireOpen(row: PairingRow): PairingRow {
  if (row.state === "approved") {
    throw new AppError("conflict", {
      message: "This code was used",
      details: "userCode: was used, and a phone was added with it; the phone can show a new one",
    });
  }
  if (row.state === "canceled") {
    throw new AppError("conflict", {
      message: "This code was canceled",
      details: "userCode: was canceled; the phone can show a new one",
    });
  }
  if (hasExpired(row)) {
    throw new AppError("conflict", {
      message: "This code has expired",
      details: "userCode: has expired; the phone can show a new one",
    });
  }
  return row;
}

/** Throws `conflict` for a key that the cardholder has or had. */
function requireNew({ keyId, publicKey }: PairingRow, keys: readonly KeyRow[]): void {
  if (!keys.some((key) => key.keyId === keyId || key.publicKey === publicKey)) return;
  throw new AppError("conflict", {
    message: "The key of this phone is registered already",
    details:
      "userCode: the cardholder has or had this key; cancel on the phone, and start again there",
  });
}

/** The active keys besides those of the lost phone. Throws `conflict`. */
function requireLost(lost: readonly string[], keys: readonly KeyRow[]): KeyRow[] {
  const active = keys.filter(isActive);
  const left = active.filter(({ keyId }) => !lost.includes(keyId));
  if (active.length - left.length < lost.length) {
    throw new AppError("conflict", {
      message: "The cardholder's keys have changed",
      details: "lostKeyIds: one of them is not active; look at the keys again",
    });
  }
  if (left.length >= MAX_DEVICES) {
    throw new AppError("conflict", {
      message: `A user has ${MAX_DEVICES} devices at most`,
      details: "lostKeyIds: retire a key of this user first",
    });
  }
  return left;
}

function otherPhone(): AppError {
  return new AppError("conflict", {
    message: "Another phone shows this code",
    details: "keyId: is of another phone; compare the words again",
  });
}

function noSuchCode(): AppError {
  return new AppError("not_found", {
    message: "No phone of this organization shows this code in this environment",
  });
}
