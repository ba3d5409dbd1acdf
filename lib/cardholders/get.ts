import type { MemberCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { keyKindOf } from "#lib/crypto/recipient-key.ts";
import { listAccess } from "#lib/receipts/access-log.ts";
import { getCardholder } from "#lib/recipients/get-cardholder.ts";
import type { CardholderDetails, GrantsPage } from "./contract-console.ts";
import { withFingerprint } from "./list.ts";
import { selectCardholderKeys, selectCardholderSummary } from "./store-console.ts";

/** A cardholder of the issuer, with all its keys. Throws `not_found`. */
export async function getCardholderDetails({
  caller,
  userId,
}: {
  caller: MemberCaller;
  userId: string;
}): Promise<CardholderDetails> {
  const [row, keys] = await Promise.all([
    selectCardholderSummary(caller, userId),
    selectCardholderKeys(caller, userId),
  ]);
  if (!row) throw new AppError("not_found", { message: "No such user" });

  const { counts, ...cardholder } = row;
  const none = { pending: 0, requires_confirmation: 0, succeeded: 0, failed: 0, canceled: 0 };
  return {
    ...(await withFingerprint(cardholder)),
    keys: await Promise.all(
      keys.map(async (key) => ({
        ...(await withFingerprint(key)),
        kind: keyKindOf(key.publicKey),
        isCurrent: key.keyId === row.keyId,
      })),
    ),
    receiptCounts: { ...none, ...counts },
  };
}

/** A page of one cardholder's grants. Throws `not_found`, or `invalid_request` for a cursor. */
export async function listGrants({
  caller,
  userId,
  query,
}: {
  caller: MemberCaller;
  userId: string;
  query: { limit: number; cursor?: string | undefined };
}): Promise<GrantsPage> {
  await getCardholder(caller, userId);
  const { entries, nextCursor } = await listAccess({ caller, query: { ...query, userId } });
  return { grants: entries, nextCursor };
}
