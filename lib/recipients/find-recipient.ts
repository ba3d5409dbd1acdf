import { batched } from "#lib/core/batched.ts";
import type { Tenant } from "#lib/core/caller.ts";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import type { CardIndexes } from "#lib/crypto/card-index.ts";
import { isRefused, type Transaction } from "#lib/storage/transaction.ts";
import type { FoundRecipient, Recipient } from "./card.ts";
import type { IdentifierPlace, SentIdentifiers } from "./identifier.ts";
import {
  lockCardholder,
  lockCardIndexes,
  selectRecipient,
  selectRecipients,
  updateIndex,
} from "./store.ts";

/**
 * Who has registered the strongest of the identifiers that anyone has registered in this environment, whichever
 * issuer that was. After a pepper rotation this moves those that are registered to the current version.
 */
export async function findRecipient(sent: {
  environment: AnyEnvironment;
  identifiers: SentIdentifiers;
}): Promise<FoundRecipient | undefined> {
  const { recipient, outdated } = await findTogether(sent);
  for (const { place, indexes } of outdated) await moveToCurrentPepper(place, indexes);
  return recipient;
}

/** Moves an identifier to the current version of the pepper, where another is known as well. */
export async function moveToCurrentPepper(
  place: IdentifierPlace,
  [current, ...earlier]: CardIndexes,
): Promise<void> {
  if (earlier.length > 0) await updateIndex(place, current);
}

const findTogether = batched(
  (sent: readonly Parameters<typeof findRecipient>[0][]) => selectRecipients(sent),
  isRefused,
);

/** The cardholder and the keys that receipts are sealed to; undefined once erased. */
export async function getRecipient(cardholderId: string): Promise<Recipient | undefined> {
  return await selectRecipient(cardholderId);
}

/**
 * The same, locked until the transaction ends: neither erased nor given another key meanwhile. Undefined if the
 * tenant has no such cardholder.
 */
export async function lockRecipient(
  transaction: Transaction,
  tenant: Tenant,
  cardholderId: string,
): Promise<Recipient | undefined> {
  // Sent together, and one after the other for PostgreSQL: the second sees what the lock has waited for.
  const [isThere, recipient] = await Promise.all([
    lockCardholder(transaction, tenant, cardholderId),
    selectRecipient(cardholderId, transaction),
  ]);
  return isThere ? recipient : undefined;
}

/**
 * Shared by the payments whose receipts go into escrow under an identifier, exclusive for its registration: at the
 * same time, each would miss the other. Held until the transaction ends. With the indexes of every version: while
 * one is added or retired, any two processes have one of them in common.
 */
export async function lockCards(
  transaction: Transaction,
  mode: "shared" | "exclusive",
  indexes: readonly Uint8Array[],
): Promise<void> {
  await lockCardIndexes(transaction, mode, indexes);
}
