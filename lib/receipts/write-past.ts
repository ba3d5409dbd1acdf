import { config } from "#lib/config.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { dateOutbox } from "#lib/events/outbox-past.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { deleteGrants, insertPastGrants, type PastGrant } from "./store-past.ts";

/** What is known of an opening before it is written: nobody ever has its token. */
export type PastOpening = Omit<PastGrant, "hash" | "expiresAt">;

/**
 * Writes grants of the past, used for their receipt or expired, into the access log; those of one receipt in separate
 * calls. Returns the hashes of those that were possible: a receipt that was not delivered by then is not opened.
 */
export async function writePastOpenings(
  transaction: Transaction,
  openings: readonly PastOpening[],
): Promise<Uint8Array[]> {
  if (openings.length === 0) return [];
  const lifeMs = config().accessTokenSeconds * 1000;
  const stored = await insertPastGrants(
    transaction,
    openings.map((opening) => ({
      ...opening,
      hash: hashToken(createToken("tok")),
      expiresAt: new Date(opening.createdAt.getTime() + lifeMs),
    })),
  );
  const moments = openings.map(({ paymentId: id, usedAt, createdAt }) => {
    return { id, at: usedAt ?? createdAt };
  });
  await dateOutbox(transaction, moments);
  return stored;
}

/** Deletes grants of a history, and so their entries in the access log. */
export async function removePastGrants(
  transaction: Transaction,
  hashes: readonly Uint8Array[],
): Promise<void> {
  await deleteGrants(transaction, hashes);
}
