import type { Tenant } from "#lib/core/caller.ts";
import type { RefundStatus } from "#lib/core/vocabulary.ts";
import { pool } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { deliveredWhen, transitionStatement, voidReceipt } from "#lib/transitions/transition.ts";
import { type Payment, type PaymentKey, paymentColumns } from "./columns.ts";
import { insertIntents, type NewPayment, notEscrowed } from "./intent.ts";
import { matchBefore } from "./match.ts";
import type { ProviderNames } from "./result.ts";

/** A refund is a row of `payment` like its sale. All SQL by hand, because it runs under the row lock of the sale. */
export type Refund = Payment & { refundOf: string; status: RefundStatus };

export type NewRefund = NewPayment & { refundOf: string };

/** The sale, locked until the transaction ends: its refunds are counted, added and settled one by one. */
export async function selectSaleForUpdate(
  transaction: Transaction,
  { environment, id }: Pick<PaymentKey, "environment" | "id">,
): Promise<Payment | undefined> {
  const { rows } = await transaction.query<Payment>({
    name: "lock-sale",
    text: `SELECT ${paymentColumns} FROM payment p
     WHERE p.id = $1 AND p.environment = $2 AND p.refund_of IS NULL
     FOR UPDATE`,
    values: [id, environment],
  });
  return rows[0];
}

/** The oldest first. */
export async function selectRefunds(
  { organizationId, environment }: Tenant,
  saleId: string,
  db: Pick<Transaction, "query"> = pool(),
): Promise<Refund[]> {
  const { rows } = await db.query<Refund>({
    name: "list-refunds",
    text: `SELECT ${paymentColumns} FROM payment p
     WHERE p.refund_of = $1 AND p.organization_id = $2 AND p.environment = $3
     ORDER BY p.id`,
    values: [saleId, organizationId, environment],
  });
  return rows;
}

/** A refund of the sale that has no receipt: no credit note was written for it. */
export function refundWithoutReceipt(
  sale: Payment,
  refund: Pick<NewPayment, "id" | "createdAt" | "amount" | "refundOrigin">,
): NewRefund {
  const nothing = new Uint8Array();
  return {
    ...sale,
    ...refund,
    refundOf: sale.id,
    refundReference: null,
    transactionAt: null,
    mockItems: false,
    receiptStatus: "void",
    cardholderId: null,
    keyId: null,
    escrowVersion: null,
    escrowedAt: null,
    matchData: null,
    protectedHeader: "",
    encryptedKey: null,
    ephemeralKey: null,
    otherRecipients: null,
    iv: nothing,
    ciphertext: nothing,
    tag: nothing,
    sealingPlace: "service",
    ...notEscrowed,
    gatewayRequest: null,
    naturalKeyHash: null,
    headerKeyHash: null,
    reservationKeyHash: null,
    fingerprint: nothing,
    keyVersion: 0,
    fieldMarks: null,
  };
}

/** Stores a refund, claimed for this call if wanted, and returns it. Throws where one of its keys is taken. */
export async function insertRefund(
  transaction: Transaction,
  refund: NewRefund,
  { isClaimed = false } = {},
): Promise<Refund> {
  const [inserted] = await insertIntents([refund], transaction, { isClaimed });
  if (!inserted || inserted instanceof Error) throw inserted;
  return { ...inserted, refundOf: refund.refundOf, status: "pending" };
}

export type RefundResult = {
  /** What the provider says. */
  status: RefundStatus;
  providerReference: string | null;
  declineCode: string | null;
  /** Null where nothing is new. */
  matchData: Uint8Array | null;
};

/**
 * Records the state of a refund, and in the sale what came back by now. One that has ended changes only
 * with `reverses`. Its credit note is deleted when it fails, and does not come back if it succeeds after
 * all. The caller holds the lock of the sale. Returns whether the status changed.
 */
export async function updateRefund(
  transaction: Transaction,
  refund: Pick<Refund, "id" | "environment" | "refundOf">,
  { status, providerReference, declineCode, matchData }: RefundResult,
  { reverses = false } = {},
): Promise<boolean> {
  if (status === "pending") {
    await markTaken(transaction, refund, { providerReference, matchData });
    return false;
  }
  const { rowCount } = await transaction.query({
    name: "settle-refund",
    text: settleRefund,
    values: [
      refund.id,
      refund.environment,
      status,
      providerReference,
      declineCode,
      reverses,
      matchData,
    ],
  });
  if (rowCount !== 1) return false;
  await updateRefundedAmount(transaction, refund, { status, declineCode });
  return true;
}

const settleRefund = transitionStatement({
  status: {
    of: "refund",
    from: ["pending", "succeeded", "failed"],
    to: "$3::payment_status",
  },
  receipt: voidReceipt("$3::payment_status = 'failed'"),
  set: {
    provider_reference: "coalesce($4::text, p.provider_reference)",
    decline_code: "$5::text",
    match_data: "coalesce($7::bytea, p.match_data)",
    claimed_until: "NULL",
    updated_at: "now()",
    settled_at: "now()",
    delivered_at: deliveredWhen("$3::payment_status = 'succeeded'"),
  },
  where: "p.id = $1 AND p.environment = $2 AND (p.status = 'pending' OR $6::boolean)",
  after: [
    "finished AS (DELETE FROM pending_payment q USING changed WHERE q.payment_id = changed.id)",
  ],
});

/** The provider has taken the refund, and works on it. */
async function markTaken(
  transaction: Transaction,
  { id, environment }: Pick<Refund, "id" | "environment">,
  { providerReference, matchData }: Pick<RefundResult, "providerReference" | "matchData">,
): Promise<void> {
  await transaction.query({
    name: "mark-refund-taken",
    text: `WITH taken AS (
       UPDATE payment SET provider_reference = coalesce($3::text, provider_reference),
                          match_data = coalesce($4::bytea, match_data),
                          claimed_until = NULL, updated_at = now()
       WHERE id = $1 AND environment = $2 AND status = 'pending'
       RETURNING id
     )
     UPDATE pending_payment q SET gateway_request = NULL FROM taken WHERE q.payment_id = taken.id`,
    values: [id, environment, providerReference, matchData],
  });
}

/** What happened to a refund is an event of its sale. */
async function updateRefundedAmount(
  transaction: Transaction,
  { refundOf, environment }: Pick<Refund, "environment" | "refundOf">,
  { status, declineCode }: Pick<RefundResult, "status" | "declineCode">,
): Promise<void> {
  const isMade = status === "succeeded";
  await transaction.query({
    name: "add-refunds-up",
    text: addRefundsUp,
    values: [
      refundOf,
      environment,
      isMade ? "refunded" : "refund_failed",
      isMade ? null : declineCode,
    ],
  });
}

const addRefundsUp = transitionStatement({
  set: {
    refunded_amount: `(SELECT coalesce(sum(r.amount), 0) FROM payment r
                       WHERE r.refund_of = p.id AND r.status = 'succeeded')`,
    updated_at: "now()",
  },
  where: "p.id = $1 AND p.environment = $2",
  returning: ["refunded_amount"],
  event: { kind: "$3", declineCode: "$4", refundedAmount: "refunded_amount" },
});

/** What the provider has taken for a payment that has ended without; it is to be given back. */
export async function updateToChargedLate(
  transaction: Transaction,
  { id, environment }: Payment,
  { orderId, clientSecret, providerReference, matchData }: ProviderNames,
): Promise<void> {
  const names = [orderId, clientSecret, providerReference, matchData];
  await transaction.query(chargedLate, [id, environment, ...names]);
}

const chargedLate = transitionStatement({
  set: {
    order_id: "$3",
    client_secret: "$4",
    provider_reference: "$5",
    match_data: "coalesce($6::bytea, p.match_data)",
    updated_at: "now()",
  },
  where: "p.id = $1 AND p.environment = $2",
  event: { kind: "'charged_late'" },
  outbox: {
    types: ["CASE WHEN $6::bytea IS NOT NULL THEN 'payment.updated' END"],
    occurrence: matchBefore("(SELECT b.match_data FROM payment b WHERE b.id = changed.id)"),
  },
  after: [
    "finished AS (DELETE FROM pending_payment q USING changed WHERE q.payment_id = changed.id)",
  ],
});
