import type { AnyEnvironment, ReceiptStatus } from "#lib/core/vocabulary.ts";
import { escrowHorizon } from "#lib/escrow/horizon.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { noRecipients, randomCardIndex, transitionStatement } from "#lib/transitions/transition.ts";

type Unlinked = { id: string; cardIndex: Uint8Array; receiptStatus: ReceiptStatus };

export type Unlinking = {
  environment: AnyEnvironment;
  condition:
    | "cardholder_id = $2"
    | "cardholder_id = $2 AND status IN ('pending', 'requires_confirmation')"
    | "card_index = ANY ($2) AND cardholder_id IS NULL"
    | "id = ANY ($2)";
  value: string | Uint8Array[] | string[];
  /** At most so many, the oldest first. */
  limit?: number;
};

/** How many payments there were, and how many of their receipts were erased. */
export type UnlinkedCount = { payments: number; erased: number };

/**
 * Gives each payment a random card index of its own: they no longer belong to the card, nor to each other. Receipts
 * that wait in escrow stay as they are, for the next registration of the card. The time of the last change stays,
 * too, which decides when a pending payment is due. By hand, because the database draws the indexes and writes the
 * events with the change.
 */
export async function unlinkPayments(
  transaction: Transaction,
  { environment, condition, value, limit }: Unlinking,
): Promise<UnlinkedCount> {
  const { rows } = await transaction.query<Unlinked>(unlinkStatement(condition), [
    environment,
    value,
    limit ?? null,
    escrowHorizon(),
  ]);
  await followWithRecords(transaction, environment, rows);
  const erased = rows.filter(({ receiptStatus }) => receiptStatus === "erased").length;
  return { payments: rows.length, erased };
}

const unlinkStatement = (condition: Unlinking["condition"]) =>
  transitionStatement({
    before: [
      `page AS MATERIALIZED (
      SELECT environment, card_index, id, receipt_status FROM payment
      WHERE environment = $1 AND ${condition}
        AND (receipt_status <> 'escrowed' OR escrowed_at < $4)
      ORDER BY id LIMIT $3 FOR UPDATE
    )`,
    ],
    // Escrow that is over, before the job has come by, has expired.
    receipt: { to: { sealed: "erased", escrowed: "expired" }, when: "true" },
    set: {
      card_index: randomCardIndex,
      cardholder_id: "NULL",
      delivered_by: "NULL",
      key_id: "NULL",
      ...noRecipients,
    },
    from: "page",
    where: "p.environment = page.environment AND p.card_index = page.card_index AND p.id = page.id",
    returning: ["card_index", "receipt_status"],
    event: {
      kind: "'erased'",
      when: "id IN (SELECT id FROM page WHERE receipt_status = 'sealed')",
    },
    select: `id, card_index AS "cardIndex", receipt_status AS "receiptStatus"`,
  });

/**
 * Gives each payment under one of the indexes whose receipt another cardholder has an index of its own; the receipt
 * stays as it is. By hand, as above.
 */
export async function detachPayments(
  transaction: Transaction,
  {
    environment,
    userId,
    indexes,
  }: { environment: AnyEnvironment; userId: string; indexes: Uint8Array[] },
): Promise<void> {
  const { rows } = await transaction.query<Pick<Unlinked, "id" | "cardIndex">>(
    `UPDATE payment SET card_index = ${randomCardIndex}
     WHERE environment = $1 AND card_index = ANY ($2)
       AND cardholder_id IS NOT NULL AND cardholder_id <> $3
     RETURNING id, card_index AS "cardIndex"`,
    [environment, indexes, userId],
  );
  if (rows.length > 0) await followWithRecords(transaction, environment, rows);
}

/** Receipts that are still sealed to the cardholder. By hand: it takes part in the transaction of an erasure. */
export async function countSealed(transaction: Transaction, userId: string): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    "SELECT count(*) FROM payment WHERE cardholder_id = $1 AND receipt_status = 'sealed'",
    [userId],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Idempotency records lead to the payment: a merchant's retry must still find it, and not the card. A
 * statement of its own, which sees the records that were added while the first one waited for a lock.
 */
async function followWithRecords(
  transaction: Transaction,
  environment: AnyEnvironment,
  unlinked: Pick<Unlinked, "id" | "cardIndex">[],
): Promise<void> {
  await transaction.query(
    `UPDATE idempotency_record r SET card_index = moved.card_index
     FROM unnest($2::text[], $3::bytea[]) AS moved (id, card_index)
     WHERE r.payment_id = moved.id AND r.environment = $1`,
    [environment, unlinked.map(({ id }) => id), unlinked.map(({ cardIndex }) => cardIndex)],
  );
}
