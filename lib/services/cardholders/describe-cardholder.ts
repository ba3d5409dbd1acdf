import type { CardholderSummary } from "#lib/contract/cardholders.ts";
import { fingerprintPublicKey } from "#lib/crypto/key-fingerprint.ts";
import type { IssuerCardholder } from "#lib/storage/issuer-cardholders.ts";

/** `most` is how far the receipts were counted. */
export async function describeCardholder(
  row: IssuerCardholder,
  most: number,
): Promise<CardholderSummary> {
  return {
    userId: row.userId,
    keyId: row.keyId,
    fingerprint: await fingerprintPublicKey(row.publicKey),
    registeredAt: row.registeredAt.toISOString(),
    receipts: Math.min(row.receipts, most),
    hasMoreReceipts: row.receipts > most,
    lastOpenedAt: row.lastOpenedAt?.toISOString() ?? null,
  };
}
