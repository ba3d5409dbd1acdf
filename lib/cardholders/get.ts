import { getCardholder as requireCardholder } from "#lib/cards/get-cardholder.ts";
import type { MemberCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { fingerprintPublicKey } from "#lib/crypto/fingerprint.ts";
import { listAccess } from "#lib/receipts/access-log.ts";
import { type CardholderDetails, COUNTED_RECEIPTS, type GrantsPage } from "./contract-console.ts";
import { describeCardholder } from "./list.ts";
import {
  countByStatus,
  type DatedCardholderKey,
  selectCardholderKeys,
  selectIssuerCardholder,
} from "./store-console.ts";

/** A cardholder of the issuer, with its keys over time. Throws `not_found`. */
export async function getCardholder({
  caller,
  userId,
}: {
  caller: MemberCaller;
  userId: string;
}): Promise<CardholderDetails> {
  const cardholder = await selectIssuerCardholder(caller, userId);
  if (!cardholder) throw new AppError("not_found", { message: "No such user" });

  const [keys, counts] = await Promise.all([
    selectCardholderKeys(caller, userId),
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

async function describeKey({ keyId, publicKey, createdAt, retiredAt }: DatedCardholderKey) {
  return {
    keyId,
    publicKey,
    fingerprint: await fingerprintPublicKey(publicKey),
    createdAt: createdAt.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
  };
}

/** A page of the grants of one cardholder. Throws `not_found`, or `invalid_request` for a cursor. */
export async function listGrants({
  caller,
  userId,
  query,
}: {
  caller: MemberCaller;
  userId: string;
  query: { limit: number; cursor?: string | undefined };
}): Promise<GrantsPage> {
  await requireCardholder(caller, userId);
  const { entries, nextCursor } = await listAccess({ caller, query: { ...query, userId } });
  return { grants: entries, nextCursor };
}
