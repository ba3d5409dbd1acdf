import { type AnyEnvironment, allEnvironments, type DeliveryPath } from "#lib/core/vocabulary.ts";
import type { RecipientColumns } from "#lib/receipts/envelope.ts";
import type { SealingPlace } from "#lib/receipts/sealing-place.ts";
import type { Card } from "#lib/recipients/card.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { noRecipients, randomCardIndex, transitionStatement } from "#lib/transitions/transition.ts";
import { escrowHorizon } from "./horizon.ts";

export type EscrowedReceipt = {
  paymentId: string;
  escrowVersion: number;
  /** The content key, wrapped with the escrow key of that version. */
  encryptedKey: Uint8Array;
  sealingPlace: SealingPlace;
  /** Whether it is delivered with the hand-over: others are once their payment has succeeded. */
  isPaid: boolean;
};

/** What to look for: all that waits under an identifier, or one sale. */
export type Waiting = Card | { environment: AnyEnvironment; paymentId: string };

/**
 * What waits in escrow under an identifier, whichever of those of its payment that is, or for a sale; with the
 * credit notes of these sales and of the `others`. Locked until the transaction ends, in the order of the ids, so
 * that no two hand-overs wait for each other. By hand: Prisma has no row locks. `OFFSET 0` keeps the look-ups from
 * being planned as a join, which might read the whole table.
 */
export async function selectEscrowedForUpdate(
  transaction: Transaction,
  waiting: Waiting,
  others: readonly string[],
): Promise<EscrowedReceipt[]> {
  const { environment } = waiting;
  const indexes = "indexes" in waiting ? waiting.indexes.map(({ value }) => value) : [];
  const sales = "paymentId" in waiting ? [waiting.paymentId, ...others] : others;
  const { rows } = await transaction.query<EscrowedReceipt>({
    name: "find-escrowed",
    text: `
      WITH sale AS (
        SELECT id FROM payment
        WHERE environment = $1 AND card_index = ANY ($2) AND receipt_status = 'escrowed'
        UNION
        SELECT payment_id FROM escrow_identifier
        WHERE environment = $1 AND identifier_index = ANY ($2)
        UNION
        SELECT unnest($4::text[])
      ), found AS (
        SELECT id FROM sale
        UNION
        SELECT note.id FROM sale
        CROSS JOIN LATERAL (SELECT id FROM payment p WHERE p.refund_of = sale.id OFFSET 0) note
      )
      SELECT receipt.* FROM (SELECT id FROM found ORDER BY id) found
      CROSS JOIN LATERAL (
        SELECT p.id AS "paymentId", p.escrow_version AS "escrowVersion",
               p.encrypted_key AS "encryptedKey", p.sealing_place AS "sealingPlace",
               p.status = 'succeeded' AS "isPaid"
        FROM payment p
        WHERE p.id = found.id AND p.environment = $1 AND p.receipt_status = 'escrowed'
          AND p.escrowed_at >= $3 AND p.encrypted_key IS NOT NULL
        OFFSET 0
        FOR UPDATE) receipt`,
    values: [environment, indexes, escrowHorizon(), sales],
  });
  return rows;
}

/**
 * Replaces the escrow wrap with those of the cardholder's devices; the ciphertext stays as it is. By hand: one statement
 * for all receipts of a card and their events.
 */
export async function updateToDelivered(
  transaction: Transaction,
  environment: AnyEnvironment,
  to: { cardholderId: string; keyId: string; by: DeliveryPath },
  receipts: ({ paymentId: string } & RecipientColumns)[],
): Promise<void> {
  await transaction.query(delivered, [
    environment,
    to.cardholderId,
    to.keyId,
    receipts.map(({ paymentId }) => paymentId),
    receipts.map(({ encryptedKey }) => encryptedKey),
    receipts.map(({ ephemeralKey }) => ephemeralKey),
    receipts.map(({ otherRecipients }) => otherRecipients && JSON.stringify(otherRecipients)),
    to.by,
  ]);
}

const delivered = transitionStatement({
  receipt: { to: { escrowed: "sealed" } },
  set: {
    cardholder_id: "$2",
    key_id: "$3",
    escrow_version: "NULL",
    delivered_by: "nullif($8::text, 'card')::delivery_path",
    encrypted_key: "delivered.encrypted_key",
    ephemeral_key: "delivered.ephemeral_key",
    other_recipients: "delivered.other_recipients",
    updated_at: "now()",
    delivered_at: "CASE WHEN p.status = 'succeeded' THEN clock_timestamp() END",
  },
  from: `unnest($4::text[], $5::bytea[], $6::bytea[], $7::jsonb[])
         AS delivered (id, encrypted_key, ephemeral_key, other_recipients)`,
  where: "p.environment = $1 AND p.id = delivered.id",
  event: { kind: "'handed_over'" },
});

/** Where a receipt stands in the index of what waits in escrow. */
export type EscrowPlace = {
  environment: AnyEnvironment;
  cardIndex: Uint8Array;
  escrowedAt: Date;
  paymentId: string;
};

export const firstEscrowPlace: EscrowPlace = {
  environment: allEnvironments[0],
  cardIndex: new Uint8Array(),
  escrowedAt: new Date(0),
  paymentId: "",
};

/**
 * Ends escrow for the next receipts that entered it before `time`: without its key a receipt can never be opened.
 * By hand: one statement for the receipts and their events, in the order of the index, so that each page
 * goes on where the one before it ended.
 */
export async function updateToExpired(
  transaction: Transaction,
  { time, after, rows: limit }: { time: Date; after: EscrowPlace; rows: number },
): Promise<EscrowPlace[]> {
  const { environment, cardIndex, escrowedAt, paymentId } = after;
  const { rows } = await transaction.query<EscrowPlace>(expired, [
    time,
    limit,
    environment,
    cardIndex,
    escrowedAt,
    paymentId,
  ]);
  return rows;
}

const expired = transitionStatement({
  before: [
    `page AS MATERIALIZED (
      SELECT environment, card_index, escrowed_at, id FROM payment
      WHERE receipt_status = 'escrowed' AND escrowed_at < $1
        AND (environment, card_index, escrowed_at, id) > ($3, $4, $5, $6)
      ORDER BY environment, card_index, escrowed_at, id
      LIMIT $2
      FOR UPDATE
    )`,
  ],
  receipt: { to: { escrowed: "expired" } },
  set: { ...noRecipients, updated_at: "now()" },
  from: "page",
  where: "p.environment = page.environment AND p.card_index = page.card_index AND p.id = page.id",
  returning: ["card_index", "escrowed_at"],
  event: { kind: "'expired'" },
  select: `environment, card_index AS "cardIndex", escrowed_at AS "escrowedAt", id AS "paymentId"`,
}).concat(" ORDER BY environment, card_index, escrowed_at, id");

/** One that was sealed at the till, whose content key the escrow key does not open. */
export type BrokenReceipt = Pick<EscrowedReceipt, "paymentId" | "encryptedKey">;

/**
 * Ends escrow for receipts that can never be opened, and takes the card out of their payments, as when escrow is over.
 * Returns the ids of those that are still what they were, and that no other transaction has locked. By hand, as above;
 * records that lead to a payment follow in a statement of their own, as in payments/store/unlink.ts.
 */
export async function updateToBroken(
  transaction: Transaction,
  receipts: readonly BrokenReceipt[],
): Promise<string[]> {
  const { rows } = await transaction.query<{ id: string; cardIndex: Uint8Array }>(broken, [
    receipts.map(({ paymentId }) => paymentId),
    receipts.map(({ encryptedKey }) => encryptedKey),
  ]);
  const ids = rows.map(({ id }) => id);
  await transaction.query(
    `UPDATE idempotency_record r SET card_index = moved.card_index
     FROM unnest($1::text[], $2::bytea[]) AS moved (id, card_index) WHERE r.payment_id = moved.id`,
    [ids, rows.map(({ cardIndex }) => cardIndex)],
  );
  return ids;
}

const broken = transitionStatement({
  before: [
    `page AS MATERIALIZED (
      SELECT p.environment, p.card_index, p.id
      FROM unnest($1::text[], $2::bytea[]) AS broken (id, encrypted_key)
      JOIN payment p ON p.id = broken.id AND p.encrypted_key = broken.encrypted_key
      WHERE p.receipt_status = 'escrowed' AND p.sealing_place = 'till_for_escrow'
      FOR UPDATE OF p SKIP LOCKED
    )`,
  ],
  receipt: { to: { escrowed: "expired" } },
  set: { ...noRecipients, card_index: randomCardIndex, updated_at: "now()" },
  from: "page",
  where: "p.environment = page.environment AND p.card_index = page.card_index AND p.id = page.id",
  returning: ["card_index"],
  event: { kind: "'expired'" },
  select: `id, card_index AS "cardIndex"`,
});

type MovableReceipt = EscrowPlace &
  Pick<EscrowedReceipt, "escrowVersion" | "encryptedKey" | "sealingPlace">;

/**
 * The next receipts in escrow under another version. By hand: the order of the index keeps each page from
 * passing again over what the pages before it have moved.
 */
export async function selectOld({
  version,
  after: { environment, cardIndex, escrowedAt, paymentId },
  rows: limit,
}: {
  version: number;
  after: EscrowPlace;
  rows: number;
}): Promise<MovableReceipt[]> {
  const { rows } = await pool().query<MovableReceipt>(
    `SELECT environment, card_index AS "cardIndex", escrowed_at AS "escrowedAt", id AS "paymentId",
            escrow_version AS "escrowVersion", encrypted_key AS "encryptedKey",
            sealing_place AS "sealingPlace"
     FROM payment
     WHERE receipt_status = 'escrowed' AND escrow_version <> $1 AND encrypted_key IS NOT NULL
       AND (environment, card_index, escrowed_at, id) > ($3, $4, $5, $6)
     ORDER BY environment, card_index, escrowed_at, id
     LIMIT $2`,
    [version, limit, environment, cardIndex, escrowedAt, paymentId],
  );
  return rows;
}

/**
 * Replaces the wrapped keys that are still what they were by those under the version; returns how many. By
 * hand: one statement for many receipts, and Prisma cannot leave out those that another transaction has locked.
 */
export async function updateEscrowVersion(
  version: number,
  receipts: readonly (MovableReceipt & { rewrappedKey: Uint8Array })[],
): Promise<number> {
  if (receipts.length === 0) return 0;
  const { rowCount } = await pool().query(
    `WITH locked AS (
       SELECT p.environment, p.card_index, p.id, moved.fresh
       FROM payment p
       JOIN unnest($2::text[], $3::bytea[], $4::bytea[]) AS moved (id, old, fresh)
         ON p.id = moved.id AND p.encrypted_key = moved.old
       WHERE p.receipt_status = 'escrowed'
       FOR NO KEY UPDATE OF p SKIP LOCKED
     )
     UPDATE payment p SET escrow_version = $1, encrypted_key = locked.fresh
     FROM locked
     WHERE p.environment = locked.environment AND p.card_index = locked.card_index
       AND p.id = locked.id`,
    [
      version,
      receipts.map(({ paymentId }) => paymentId),
      receipts.map(({ encryptedKey }) => encryptedKey),
      receipts.map(({ rewrappedKey }) => rewrappedKey),
    ],
  );
  return rowCount ?? 0;
}

/** How many receipts wait under another version than this one. */
export async function countOld(version: number): Promise<number> {
  return await prisma().payment.count({
    where: { receiptStatus: "escrowed", escrowVersion: { not: version } },
  });
}

export async function countEscrowedBefore(time: Date): Promise<number> {
  return await prisma().payment.count({
    where: { receiptStatus: "escrowed", escrowedAt: { lt: time } },
  });
}

export type EscrowEnds = {
  /** Past the end of escrow */
  overdue: number;
  /** The end comes by the given time; those overdue are not among them. */
  soon: number;
};

/**
 * How many receipts came into escrow before `horizon`, and how many between that and `soon`. By hand: one
 * pass over the index instead of two.
 */
export async function countEscrowEnds(horizon: Date, soon: Date): Promise<EscrowEnds> {
  const { rows } = await pool().query<EscrowEnds>(
    `SELECT count(*) FILTER (WHERE escrowed_at < $1) AS overdue,
            count(*) FILTER (WHERE escrowed_at >= $1) AS soon
     FROM payment WHERE receipt_status = 'escrowed' AND escrowed_at < $2`,
    [horizon, soon],
  );
  return rows[0] ?? { overdue: 0, soon: 0 };
}

export type EscrowDay = {
  environment: AnyEnvironment;
  escrowVersion: number;
  /** Midnight UTC of the day when they came in */
  day: Date;
  receipts: number;
  oldest: Date;
};

/** What waits, by the day when it came in. By hand: Prisma cannot group by days. */
export async function selectEscrowDays(): Promise<EscrowDay[]> {
  const { rows } = await pool().query<EscrowDay>(
    `SELECT environment, escrow_version AS "escrowVersion", date_trunc('day', escrowed_at) AS day,
            count(*) AS receipts, min(escrowed_at) AS oldest
     FROM payment WHERE receipt_status = 'escrowed' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  return rows;
}
