import { batched } from "#lib/core/batched.ts";
import type { CardIndexes } from "#lib/crypto/card-index.ts";
import { isRefused, type Transaction } from "#lib/storage/transaction.ts";
import type { Card, Recipient } from "./card.ts";
import { lockCardIndexes, selectRecipient, selectRecipients, updateCardIndex } from "./store.ts";

/**
 * Who has registered the card in this environment, whichever issuer that was. After a pepper
 * rotation this moves the card to the current version.
 */
export async function findRecipient(card: Card): Promise<Recipient | undefined> {
  const recipient = await findTogether(card);
  const [current] = card.indexes;
  if (recipient && recipient.pepperVersion !== current.version) {
    await updateCardIndex(recipient.cardholderId, current);
  }
  return recipient;
}

/** Moves the card to the current version of the pepper, where another is known as well. */
export async function moveToCurrentPepper(
  cardholderId: string,
  [current, ...earlier]: CardIndexes,
): Promise<void> {
  if (earlier.length > 0) await updateCardIndex(cardholderId, current);
}

const findTogether = batched((cards: readonly Card[]) => selectRecipients(cards), isRefused);

/** The cardholder and the keys that receipts are sealed to; undefined once erased. */
export async function getRecipient(cardholderId: string): Promise<Recipient | undefined> {
  return await selectRecipient(cardholderId);
}

/**
 * Shared by the payments of a card that go into escrow, exclusive for its registration: at the same
 * time, each would miss the other. Held until the transaction ends. With the indexes of every version: while
 * one is added or retired, any two processes have one of them in common.
 */
export async function lockCards(
  transaction: Transaction,
  mode: "shared" | "exclusive",
  indexes: readonly Uint8Array[],
): Promise<void> {
  await lockCardIndexes(transaction, mode, indexes);
}
