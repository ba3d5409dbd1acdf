import type { MemberCaller } from "#lib/auth/caller.ts";
import { type CardholderDetails, COUNTED_RECEIPTS } from "#lib/contract/cardholders.ts";
import { fingerprintPublicKey } from "#lib/crypto/key-fingerprint.ts";
import { AppError } from "#lib/errors/app-error.ts";
import {
  countByStatus,
  findIssuerCardholder,
  listKeys,
  type StoredKey,
} from "#lib/storage/issuer-cardholders.ts";
import { describeCardholder } from "./describe-cardholder.ts";

/** A cardholder of the issuer, with its keys over time. Throws `not_found`. */
export async function getCardholder({
  caller,
  userId,
}: {
  caller: MemberCaller;
  userId: string;
}): Promise<CardholderDetails> {
  const cardholder = await findIssuerCardholder(caller, userId);
  if (!cardholder) throw new AppError("not_found", { message: "No such user" });

  const [keys, counts] = await Promise.all([
    listKeys(caller, userId),
    countByStatus(caller, userId),
  ]);
  const none = { pending: 0, requires_confirmation: 0, succeeded: 0, failed: 0 };
  return {
    ...(await describeCardholder(cardholder, COUNTED_RECEIPTS)),
    keys: await Promise.all(keys.map(describeKey)),
    deliveredReceipts: cardholder.deliveredReceipts,
    receiptCounts: {
      ...none,
      ...Object.fromEntries(counts.map(({ status, count }) => [status, count])),
    },
  };
}

async function describeKey({ keyId, publicKey, createdAt, retiredAt }: StoredKey) {
  return {
    keyId,
    publicKey,
    fingerprint: await fingerprintPublicKey(publicKey),
    createdAt: createdAt.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
  };
}
