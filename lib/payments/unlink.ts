import type { Tenant } from "#lib/core/caller.ts";
import { inBatches } from "#lib/core/in-batches.ts";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { countSealed, detachPayments, unlinkPayments } from "./store/unlink.ts";
import { deleteVisitorsPayments } from "./store/visitors.ts";

export type Payer = { environment: AnyEnvironment; userId: string };

/** Each page is a transaction, as a rule, so that its locks are short. */
const PAGE_ROWS = 1_000;

export type UnlinkedPage = {
  /** Receipts that were erased. */
  erased: number;
  /** Whether the cardholder has no payments any more. */
  isLast: boolean;
};

/** Reduces the next payments whose receipts were sealed to the cardholder to amounts. */
export async function unlinkCardholder(
  transaction: Transaction,
  { environment, userId: value }: Payer,
): Promise<UnlinkedPage> {
  const page = { environment, condition: "cardholder_id = $2", value, limit: PAGE_ROWS } as const;
  const { payments, erased } = await unlinkPayments(transaction, page);
  return { erased, isLast: payments < PAGE_ROWS };
}

/**
 * The same for all of the cardholder's payments that may still fail or be canceled, however many are left besides:
 * with their receipt goes what leads to the cardholder, but not the card.
 */
export async function unlinkOpenPayments(
  transaction: Transaction,
  { environment, userId: value }: Payer,
): Promise<number> {
  const condition =
    "cardholder_id = $2 AND status IN ('pending', 'requires_confirmation')" as const;
  const { erased } = await unlinkPayments(transaction, { environment, condition, value });
  return erased;
}

/** Receipts of the cardholder that no page has come to yet. */
export async function countLeft(transaction: Transaction, userId: string): Promise<number> {
  return await countSealed(transaction, userId);
}

/**
 * The same for what belongs to the card, or another identifier, and not to the cardholder: receipts whose escrow is
 * over before its job has come by, which do not count, and payments that were stored a moment ago. While pages of
 * the cardholder's are left, only the former. Receipts of another cardholder, who has them by a weaker identifier or
 * a claim code, stay theirs; their payments lose what leads to this one.
 */
export async function unlinkIdentifiers(
  transaction: Transaction,
  {
    environment,
    userId,
    indexes: value,
  }: { environment: AnyEnvironment; userId: string; indexes: Uint8Array[] },
  { isLast }: Pick<UnlinkedPage, "isLast">,
): Promise<number> {
  await detachPayments(transaction, { environment, userId, indexes: value });
  const condition = "card_index = ANY ($2) AND cardholder_id IS NULL" as const;
  const { erased } = await unlinkPayments(transaction, { environment, condition, value });
  return isLast ? erased + (await unlinkAll(transaction, { environment, userId })) : erased;
}

async function unlinkAll(
  transaction: Transaction,
  { environment, userId: value }: Payer,
): Promise<number> {
  const all = { environment, condition: "cardholder_id = $2", value } as const;
  return (await unlinkPayments(transaction, all)).erased;
}

/** Deletes the payments of visits that have ended, and whatever belongs to them; returns how many. */
export async function removeVisitorsPayments(visitors: Tenant): Promise<number> {
  return await inBatches((limit) => deleteVisitorsPayments(visitors, limit));
}
